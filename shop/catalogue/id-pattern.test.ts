import fc from "fast-check";
import { expect, test } from "vitest";
import { ID_MAX_LENGTH } from "./constants.ts";
import { checkExample, matchesPattern, readIdPattern } from "./id-pattern.ts";

function matches(pattern: string, id: string): boolean {
  const read = readIdPattern(pattern);
  if (!read.ok) throw new Error(`not understood: ${pattern}`);
  return matchesPattern(read.value, id);
}

test.each([
  ["IRCTC_[A-Z]{2}[0-9]{6}", ["IRCTC_AB123456"], ["IRCTC_AB12345", "irctc_AB123456", "xIRCTC_AB123456", "IRCTC_AB123456x"]],
  ["[a-z0-9._-]+@[a-z]{2,8}\\.example:.{6,}", ["asha.k@mail.example:secret"], ["asha.k@mail,example:secret", "asha@mail.example:short"]],
  ["^\\d{3}-?\\d*$", ["123", "123-", "123-456"], ["12", "123--4", "123-x"]],
  ["[^ ]+", ["no-space"], ["a space"]],
  ["\\w+\\$", ["a_1$"], ["a-1$", "a_1"]],
  ["[\\d\\-A]{3}", ["1-A"], ["1B-"]],
  ["पास[०-९]{2}", ["पास४५"], ["पास45"]],
  ["a?b*", ["", "a", "bbb"], ["ba"]],
  ["a\\\\$", ["a\\"], ["a\\$", "a"]],
  ["[\\d-]+", ["1-2"], ["1.2"]],
])("the pattern %s takes what it should and nothing else", (pattern, taken, refused) => {
  expect(taken.filter((id) => !matches(pattern, id))).toEqual([]);
  expect(refused.filter((id) => matches(pattern, id))).toEqual([]);
});

test.each([
  "(ab)",
  "a|b",
  "[z-a]",
  "[ab",
  "a{3,2}",
  "a{0}",
  "a{999}",
  "\\",
  "*a",
  "a**",
  "\\p{L}",
  "a^b",
  "a$b",
  "[]",
  "a{x}",
  "[\\d-x]",
  "[a-\\d]",
])("the pattern %s is not understood", (pattern) => {
  expect(readIdPattern(pattern)).toMatchObject({ ok: false, code: "idPatternInvalid" });
});

test("a pattern matches what a regular expression would", () => {
  const piece = fc.tuple(fc.constantFrom("a", "[ab]", "[^a]", ".", "\\d"), fc.constantFrom("", "?", "*", "+", "{2}", "{1,3}", "{2,}"));
  const pattern = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.flat().join(""));
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom("a", "b", "1"), maxLength: 9 }), (text, id) => {
      expect(matches(text, id)).toBe(new RegExp(`^(?:${text})$`, "s").test(id));
    }),
  );
});

/**
 * Matching takes a bounded number of steps; the test shows it with input that makes a regular
 * expression hang.
 */
test("no pattern can hang: one that takes a regular expression for ever is answered", () => {
  const hostile = `${"a*".repeat(49)}b`;
  expect(matches(hostile, "a".repeat(ID_MAX_LENGTH))).toBe(false);
  expect(matches(hostile, `${"a".repeat(ID_MAX_LENGTH - 1)}b`)).toBe(true);
});

test("an example has to be as its pattern says", () => {
  expect(checkExample({ idPattern: "[A-Z]+", idExample: "ABC" })).toMatchObject({ ok: true });
  expect(checkExample({ idPattern: "", idExample: "ABC" })).toMatchObject({ ok: true });
  expect(checkExample({ idPattern: "[A-Z]+", idExample: "abc" })).toMatchObject({ code: "idExampleUnlike", field: "idExample" });
  expect(checkExample({ idPattern: "(", idExample: "" })).toMatchObject({ code: "idPatternInvalid", field: "idPattern" });
});
