import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { messageAddress, messagesAddress, replyAddress, stateOf } from "./messages-address.ts";

test("[S2.27] a list of messages has an address of its own, the open ones the plain one", () => {
  expect(messagesAddress("open")).toBe("/admin/messages");
  expect(messagesAddress("handled", "abc.1")).toBe("/admin/messages?show=handled&after=abc.1");
  expect(messageAddress("7", "deletion", "all")).toBe("/admin/messages/7/deletion?show=all");
  for (const [query, state] of [
    ["", "open"],
    ["show=handled", "handled"],
    ["show=all", "all"],
    ["show=else", "open"],
  ] as const)
    expect(stateOf(new URLSearchParams(query))).toBe(state);
});

test("[S2.27] a reply goes to the writer alone, whatever was typed as address or name", () => {
  const message = { email: "a&cc=other@x.example", name: "A\nB&bcc=c@d", message: "Hi\nthere" };
  const reply = new URL(replyAddress(message, "Night & Mail", textsIn("en", "adminMessages")));
  expect(decodeURIComponent(reply.pathname)).toBe("a&cc=other@x.example");
  expect([...reply.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(reply.searchParams.get("subject")).toBe("Your message to Night & Mail");
  expect(reply.searchParams.get("body")).toContain("> Hi\r\n> there");
});
