import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { messageText, OrderMessageForm } from "./message-text.ts";

test("[S14.2] a message loses hidden and direction characters, and keeps lines, Hindi joiners and emoji", () => {
  expect(messageText(" Hello\r\nthere\u2028again\rand\tagain \n")).toBe("Hello\nthere\nagain\nand\tagain");
  expect(messageText("a\u200bb\u202e c\u2066d\u2069\u00ad\ufeff\u0000\u001b[31m\u{e0041}")).toBe("ab cd[31m");
  for (const kept of ["क्\u200dष", "बड़ा", "❤\ufe0f", "👩\u200d💻"]) expect(messageText(kept)).toBe(kept.normalize("NFC"));
  expect(messageText(`a${"\u0301".repeat(500)}`).length).toBeLessThan(40);
});

test.each([
  ["", "fieldRequired"],
  [" \r\n\t", "fieldRequired"],
  ["\u200d\u200c\u202e", "fieldRequired"],
  ["x".repeat(2_001), "fieldTooLong"],
])("[S14.2] a message refuses %j", (text, code) => {
  expect(parsed(OrderMessageForm, { text })).toMatchObject({ ok: false, code, field: "text" });
});

test("[S14.2] a message of 2,000 characters is taken, and one without a text is refused", () => {
  expect(parsed(OrderMessageForm, { text: "x".repeat(2_000), key: "k" })).toMatchObject({ ok: true });
  expect(parsed(OrderMessageForm, {})).toMatchObject({ ok: false, code: "fieldRequired" });
});
