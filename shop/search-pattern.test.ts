import { expect, test } from "vitest";
import { finds, searchPattern } from "./search-pattern.ts";

test("words are found anywhere in a text, one or two letters or digits where a word begins", () => {
  expect(finds("count", "Verified Account")).toBe(true);
  expect(finds("ACC", "Verified account")).toBe(true);
  expect(finds("ac", "Verified (Account)")).toBe(true);
  expect(finds("7", "kind-77\nother")).toBe(true);
  expect(finds("ot", "kind 77\nother")).toBe(true);
  for (const space of [" ", "\t", "\r\n", "\u0085", "\u00a0"]) expect(finds("ot", `kind${space}other`)).toBe(true);
  for (const mark of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") expect(finds("ot", `kind${mark}other`)).toBe(true);
  expect(finds("cc", "Verified account")).toBe(false);
  expect(finds("cc", "Verified\u2003ccount"), "every space is one").toBe(true);
  expect(finds("%", "100% sure")).toBe(true);
});

test("[S2.26] one spelling of Hindi finds the other, also while a word is still being typed", () => {
  for (const [stored, typed] of [
    ["फ़ास्ट", "फास्ट"],
    ["हिंदी", "हिन्दी"],
    ["हिन्दी", "हिन"],
    ["हिंदी", "हिन्"],
    ["गाँव", "गांव"],
    ["तुरंत।", "तुरन्त"],
    ["अम्बाला", "अंबाला"],
    ["ऩ", "न"],
  ] as const) {
    expect(finds(typed, `एक ${stored} पास`), typed).toBe(true);
    expect(finds(stored, `एक ${typed} पास`) || stored.length > typed.length, stored).toBe(true);
  }
  expect(finds("फास्ट", "स्लो पास")).toBe(false);
});

test("what has a meaning in patterns means itself", () => {
  expect(searchPattern("0%_\\")).toEqual({ compare: "like", pattern: "%0\\%\\_\\\\%" });
  expect(searchPattern("_a")).toEqual({ compare: "like", pattern: "%\\_a%" });
  expect(searchPattern(".")).toEqual({ compare: "like", pattern: "%.%" });
  expect(searchPattern("é").compare).toBe("~");
});
