import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { textOf } from "./refusal.ts";
import { inEnglish, isStoredText, readKey, storeKey } from "./stored-text.ts";

test("[S11.1] a text that was stored by its key is read again in any language", () => {
  const wrong = textOf("jsonProblem", { line: 2, column: 7, wrong: textOf("jsonColonExpected") });
  const read = readKey(storeKey(textOf("accountsNotJson", { problem: wrong })));
  expect(inEnglish(read)).toBe("The accounts can't be read: line 2, column 7: a colon is missing.");
  expect(typeof read === "object" && sentenceIn("hi", read)).toMatch(/लाइन 2, कॉलम 7/);
});

test("a sentence that an earlier version stored is read as it is, and so is anything else", () => {
  for (const stored of ["It was stopped.", "", "{", "{}", '{"code": 1}', '["code"]']) expect(readKey(stored)).toBe(stored);
  fc.assert(fc.property(fc.string(), (stored) => typeof inEnglish(readKey(stored)) === "string"));
});

const inherited = Object.getOwnPropertyNames(Object.prototype);

test("a stored text whose key every object has is read as it stands, and no row may have it", () => {
  for (const code of inherited) {
    for (const stored of [JSON.stringify({ code }), JSON.stringify({ code: "accountsNotJson", words: { problem: { code } } })]) {
      expect(inEnglish(readKey(stored)), stored).toBe(stored);
      expect(isStoredText(stored), stored).toBe(false);
    }
  }
});

test("whatever is stored, a text is shown and nothing fails", () => {
  const key = fc.constantFrom(...inherited, "jsonProblem", "accountsNotJson", "refundNotTaken");
  const { text } = fc.letrec((tie) => ({
    word: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      tie("text"),
      fc.array(tie("text"), { maxLength: 2 }),
    ),
    text: fc.record(
      { code: key, words: fc.dictionary(fc.constantFrom("problem", "line", "wrong", "n"), tie("word")) },
      { requiredKeys: [] },
    ),
  }));
  fc.assert(
    fc.property(text, (stored) => {
      expect(inEnglish(readKey(JSON.stringify(stored)))).toEqual(expect.any(String));
    }),
  );
});

test("a key of another version is shown as it stands, and a row may have it", () => {
  const stored = '{"code":"laterProblem","words":{"n":3}}';
  expect(inEnglish(readKey(stored))).toBe(stored);
  expect(isStoredText(stored)).toBe(true);
});
