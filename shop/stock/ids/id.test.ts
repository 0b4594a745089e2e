import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText } from "#shop/canonical-text.ts";
import { canonicalId, readId } from "./id.ts";

test.each([
  ["RAIL_1", "RAIL_1", "RAIL_1", []],
  ["  RAIL_1\t", "RAIL_1", "RAIL_1", []],
  ["RAIL_1\u200b", "RAIL_1", "RAIL_1", ["U+200B"]],
  ["\u00a0RAIL_1\u200e\u2003", "RAIL_1", "RAIL_1", ["U+00A0", "U+200E", "U+2003"]],
  ["\u3164RAIL_1\u2800\u0007", "RAIL_1", "RAIL_1", ["U+3164", "U+2800", "U+0007"]],
  ["RA\u00adIL\u2060_\u202e1", "RAIL_1", "RAIL_1", ["U+00AD", "U+2060", "U+202E"]],
  ["क्\u200dष-1", "क्\u200dष-1", "क्ष-1", []],
  ["می\u200cخواهم", "می\u200cخواهم", "میخواهم", []],
  ["RAIL\u200d_1", "RAIL_1", "RAIL_1", ["U+200D"]],
  ["\u200cRAIL_1\u200c", "RAIL_1", "RAIL_1", ["U+200C", "U+200C"]],
  ["x²", "x²", "x2", []],
  ["A\u00a0B", "A\u00a0B", "A B", []],
  ["A  B", "A  B", "A  B", []],
  ["A\u2011B\u2013C", "A\u2011B\u2013C", "A-B-C", []],
  ["ＡＢ１", "ＡＢ１", "AB1", []],
  ["abC", "abC", "abC", []],
  ["RA\u0007IL\u001b_\u007f1\u0090", "RAIL_1", "RAIL_1", ["U+0090", "U+0007", "U+001B", "U+007F"]],
  ["RAIL\ufffc_1", "RAIL_1", "RAIL_1", ["U+FFFC"]],
  ["RA\u2800IL\u3164_\u115f\u1160\uffa01", "RAIL_1", "RAIL_1", ["U+2800", "U+3164", "U+115F", "U+1160", "U+FFA0"]],
  ["RAIL\ue000_\u{f0000}1", "RAIL_1", "RAIL_1", ["U+E000", "U+F0000"]],
  ["RAIL\u0378_\uffff1", "RAIL_1", "RAIL_1", ["U+0378", "U+FFFF"]],
  ["RAIL\t1", "RAIL 1", "RAIL 1", ["U+0009"]],
  ["RAIL\u00851\u2028x", "RAIL 1 x", "RAIL 1 x", ["U+0085", "U+2028"]],
  ["\ufc5eA", "\ufc5eA", "\u064c\u0651A", []],
])("[S3.9] %j is stored as %j, counts as %j, and %j are taken out", (given, value, canonical, removed) => {
  expect(readId(given)).toEqual({ value, canonical, removed });
});

test.each([
  "",
  "   ",
  "\u200b",
  "\u00a0\u2003\u200d",
  "\u3164",
  "\u2800",
  "\u00ad\ufe0f",
  "\u0007\u0000",
  "\u{e0041}",
  "\ufffc",
  "\ue000\u{1d159}",
  "\u0378",
])("[S3.9] in %j nothing can be seen: it is no ID", (given) => {
  expect(readId(given)).toBe(null);
  expect(canonicalId(given)).toBe("");
});

const unseen = [
  "\ufffc",
  "\u2800",
  "\ue000",
  "\u0378",
  "\t",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u00ad",
  "\u2060",
  "\ufeff",
  "\u202e",
  "\u3164",
  "\ufe0f",
  "\u0007",
];
const seen = [
  "a",
  "B",
  "1",
  "_",
  "-",
  " ",
  "\u00a0",
  "\u2011",
  "é",
  "e\u0301",
  "ड़",
  "ड\u093c",
  "क्",
  "ष",
  "ﬁ",
  "x²",
  "Ⅻ",
  "ａ",
  "😀",
  "\ud800",
];
const aText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.array(fc.constantFrom(...unseen, ...seen), { maxLength: 12 }).map((parts) => parts.join("")),
);

test("[S3.9] what is stored of an ID is the same ID, and reading it again changes nothing", () => {
  fc.assert(
    fc.property(aText, (given) => {
      const id = readId(given);
      expect(id?.canonical ?? "").toBe(canonicalId(given));
      if (!id) return;
      expect(canonicalId(id.value)).toBe(id.canonical);
      expect(readId(id.value)).toEqual({ value: id.value, canonical: id.canonical, removed: [] });
      expect(canonicalId(id.canonical)).toBe(id.canonical);
      expect(id.value.isWellFormed()).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("[S3.9] characters that nobody sees make no other ID, wherever they stand, and neither do spaces around it", () => {
  const spaces = fc.constantFrom("", " ", "\t", "\u00a0", "\u3000", "\u200b ");
  fc.assert(
    fc.property(
      aText,
      fc.nat(40),
      fc.constantFrom(
        "\u200b",
        "\u200e",
        "\u00ad",
        "\ufeff",
        "\u2060",
        "\u0007",
        "\u007f",
        "\u0090",
        "\ufffc",
        "\u2800",
        "\uffa0",
        "\ue000",
        "\u0378",
      ),
      spaces,
      (text, position, hidden, around) => {
        // A character inserted between the halves of a surrogate pair would split it.
        const letters = Array.from(text.toWellFormed());
        const at = position % (letters.length + 1);
        const given = `${around}${letters.slice(0, at).join("")}${hidden}${letters.slice(at).join("")}${around}`;
        expect(canonicalId(given)).toBe(canonicalId(text));
        expect(readId(given)?.value ?? "").not.toContain(hidden);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("[S3.9] the canonical form is the canonical text without its ends, case and inner spaces kept", () => {
  fc.assert(
    fc.property(aText, (text) => {
      const canonical = canonicalId(text);
      expect(canonical).toBe(canonicalText(canonical));
      expect(canonical).toBe(canonical.trim());
      expect(canonical).not.toMatch(/[\p{C}\u2800\ufffc]/u);
      const isSeen = !/[\p{C}\u2800\ufffc]/u.test(text);
      if (isSeen) expect(canonicalText(text)).toContain(canonical);
    }),
    { numRuns: 2_000 },
  );
});

test("[S3.9] invisible characters without end are removed at once, inside and at both ends", () => {
  const many = "\u200b".repeat(200_000);
  expect(readId(`${many}a${many}b${many}`)?.value).toBe("ab");
  expect(canonicalId(`${many}a${many}b${many}`)).toBe("ab");
});
