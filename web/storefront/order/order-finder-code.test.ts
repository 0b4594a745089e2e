import fc from "fast-check";
import { expect, test } from "vitest";
import { requestCodeAt } from "#shop/orders/request-code.ts";
import { readTypedCode } from "./order-finder-code.ts";

test.each([
  "REQ-MJUJ7K2A",
  "req-mjuj7k2a",
  "  Req - mjuj 7k2a ",
  "MJUJ7K2A",
  "reqmjuj7k2a",
  "REQ–MJUJ7K2A",
  "req_mjuj7k2a",
  "Your request code: REQ-MJUJ7K2A.",
  "REQ\u2011MJUJ\u200b7K2A",
  "ＲＥＱ－ＭＪＵＪ７Ｋ２Ａ",
  "mjuj7k2a.",
  "(req-mjuj7k2a)",
  "https://shop.example/order-status/REQ-MJUJ7K2A/key/aB3_-x",
])("%j is read as the request code that it means", (typed) => {
  expect(readTypedCode(typed)).toBe("REQ-MJUJ7K2A");
});

test.each(["", "   ", "REQ-", "?", "a-b", "../admin", "REQ-ÄÖ", `REQ-${"A".repeat(21)}`])("%j is no request code", (typed) => {
  expect(readTypedCode(typed)).toBeNull();
});

test("every request code is read, however it is typed", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", "REQ-", "req ", "Req- "), (ms, before) => {
      const code = requestCodeAt(ms);
      // A code whose part after REQ- begins with REQ itself has to be typed in full.
      fc.pre(before !== "" || !code.startsWith("REQ-REQ"));
      expect(readTypedCode(before + code.slice(4).toLowerCase())).toBe(code);
    }),
  );
});

test("punctuation without end inside a text is read at once", () => {
  expect(readTypedCode(`a${".".repeat(300_000)}b`)).toBeNull();
});
