import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { storedText } from "#shop/stored-text.ts";
import { type PageContext, requestContext } from "./context.ts";
import { withOwnNotes } from "./own-notes.ts";

const context = new RouterContextProvider();
context.set(requestContext, { language: "hi" } as PageContext);

test("[S11.1] what the shop itself wrote into an order is read in the visitor's language, what people wrote as it is", () => {
  const order = {
    code: "REQ-1",
    reason: storedText("noReasonGiven"),
    verificationNote: "Blurred.",
    adminNote: `${storedText("movedFromCopyAlone")} Old note.`,
  };
  expect(withOwnNotes(context, order)).toEqual({
    ...order,
    reason: sentenceIn("hi", { code: "noReasonGiven" }),
    adminNote: `${sentenceIn("hi", { code: "movedFromCopyAlone" })} Old note.`,
  });
  expect(withOwnNotes(context, { reason: "No reason was noted." }), "as an earlier version wrote it").toEqual({
    reason: sentenceIn("hi", { code: "noReasonGiven" }),
  });
  expect(withOwnNotes(context, { status: "pending", adminNote: null })).toEqual({ status: "pending", adminNote: null });
  expect(withOwnNotes(context, { verificationNote: "Payment verification failedly" })).toEqual({
    verificationNote: "Payment verification failedly",
  });
});
