import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { textOf } from "./refusal.ts";
import { inEnglish, readKey, storeKey } from "./stored-text.ts";

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
