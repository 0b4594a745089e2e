import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText, withoutSeparators } from "./canonical-text.ts";

test.each([
  ["RAIL_1\u200B", "RAIL_1"],
  ["\u200EAPP\u2060_1\uFEFF", "APP_1"],
  ["AB\u00AD12", "AB12"],
  ["AB\u3164\uFFA012", "AB12"],
  ["AB\u{E0041}\uFE0F12", "AB12"],
  ["x²", "x2"],
  ["ＡＢ１２", "AB12"],
  ["a\u00A0\u2003\u3000\tb", "a    b"],
  ["a\u2011b\u2212c\u2014d\uFE58e", "a-b-c-d-e"],
  ["e\u200B\u0301", "\u00E9"],
  ["\u095C", "\u0921\u093C"],
  ["Rail_1", "Rail_1"],
  ["\u200B", ""],
])("[S3.9] %j is compared as %j", (text, canonical) => {
  expect(canonicalText(text)).toBe(canonical);
});

test("[S3.9] the canonical text of a canonical text is itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(canonicalText(canonicalText(text))).toBe(canonicalText(text));
    }),
    { numRuns: 2_000 },
  );
});

test("[S3.9] an unseen character put anywhere changes nothing", () => {
  const unseen = fc.constantFrom("\u200B", "\u200D", "\u2060", "\u00AD", "\u202E", "\uFEFF", "\u{E0020}", "\u180E");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), fc.nat(), unseen, (text, at, sign) => {
      const cut = at % (text.length + 1);
      expect(canonicalText(text.slice(0, cut) + sign + text.slice(cut))).toBe(text);
    }),
  );
});

test("[S1.5] a code is read without its spaces and dashes, whichever they are", () => {
  expect(withoutSeparators("\u200BABCD\u2011EFGH\u2003１２３４\u00A0 -")).toBe("ABCDEFGH1234");
});
