import { expect, test } from "vitest";
import { tagsWith, written } from "#tests/support/web/render.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { askingAddress } from "./asking-address.ts";
import { OrderMessages } from "./order-messages-sheet.tsx";

const none = { messages: [], waitsFor: null, question: null, earlier: 0, key: "k" } as unknown as ShownConversation;
const page = (path: string, mayAnswer = true) =>
  written(<OrderMessages requestCode="REQ-A" conversation={none} questions={[]} mayAnswer={mayAnswer} answered={undefined} />, { path });

test("[S14.3] the form of an order without messages opens where somebody came to ask, for an answer in words", () => {
  const closed = page("/admin/orders/REQ-A");
  expect(tagsWith(closed, "<details", "open")).toEqual([]);
  expect(tagsWith(closed, "<option", 'value=""', "selected")).toHaveLength(1);
  const open = page(askingAddress("REQ-A"));
  expect(tagsWith(open, "<details", "open")).toHaveLength(1);
  expect(tagsWith(open, "<option", 'value="words"', "selected")).toHaveLength(1);
  expect(page(askingAddress("REQ-A"), false)).not.toContain("<form");
});
