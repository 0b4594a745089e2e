import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { messageAddress, messagesAddress, replyAddress, replyStart, stateOf } from "./messages-address.ts";

test("[S2.27] a list of messages has an address of its own, the open ones the plain one", () => {
  expect(messagesAddress("open")).toBe("/admin/messages");
  expect(messagesAddress("all", "abc.1")).toBe("/admin/messages?show=all&after=abc.1");
  expect(messageAddress("7", "deletion", "all")).toBe("/admin/messages/7/deletion?show=all");
  for (const [query, state] of [
    ["", "open"],
    ["show=all", "all"],
    ["show=else", "open"],
  ] as const)
    expect(stateOf(new URLSearchParams(query))).toBe(state);
});

test("[S2.27] a reply goes to the writer alone, whatever was typed as address or name", () => {
  const reply = replyStart("A\nB&bcc=c@d", "Night & Mail", textsIn("en", "adminMessages"));
  const message = { email: "a&cc=other@x.example", message: "Hi\nthere", reply };
  const address = new URL(replyAddress(message));
  expect(decodeURIComponent(address.pathname)).toBe("a&cc=other@x.example");
  expect([...address.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(address.searchParams.get("subject")).toBe("Your message to Night & Mail");
  expect(address.searchParams.get("body")).toContain("> Hi\r\n> there");
});
