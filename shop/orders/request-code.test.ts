import fc from "fast-check";
import { expect, test } from "vitest";
import { isRequestCode, readRequestCode, requestCodeAt } from "./request-code.ts";

test.each([
  "REQ-MJUJ7K2A",
  "req-mjuj7k2a",
  "REQ-MJUJ7K2A.",
  "REQ-MJUJ7K2A),",
  "“REQ-MJUJ7K2A”",
  "REQ\u2011MJUJ7K2A",
  "REQ\u2013MJUJ\u200b7K2A ",
  "req mjuj7k2a",
  "req_mjuj7k2a!",
  "ＲＥＱ－ＭＪＵＪ７Ｋ２Ａ",
])("[S3.7] %j is read as the request code that it means", (text) => expect(readRequestCode(text)).toBe("REQ-MJUJ7K2A"));

test.each(["", "REQ-", "MJUJ7K2A", "REQ-MJ.UJ", "REQ-ÄÖ", "XREQ-MJUJ", `REQ-${"A".repeat(21)}`, "../REQ-A/key/b"])(
  "[S3.7] %j is no request code",
  (text) => expect(readRequestCode(text)).toBeNull(),
);

test("[S3.7] every request code reads as itself, and what is read of any text is a request code", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", ".", ",", "…", "!", " ", "\u200f"), (ms, behind) => {
      expect(readRequestCode(requestCodeAt(ms) + behind)).toBe(requestCodeAt(ms));
      expect(readRequestCode((requestCodeAt(ms) + behind).toLowerCase())).toBe(requestCodeAt(ms));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const code = readRequestCode(`REQ-${text}`);
      if (code !== null) expect(isRequestCode(code)).toBe(true);
    }),
  );
});
