import { expect, test } from "vitest";
import { finds, searchPattern } from "./search-pattern.ts";

test("words are found anywhere in a text, one or two letters or digits where a word begins", () => {
  expect(finds("count", "Verified Account")).toBe(true);
  expect(finds("ACC", "Verified account")).toBe(true);
  expect(finds("ac", "Verified (Account)")).toBe(true);
  expect(finds("7", "kind-77\nother")).toBe(true);
  expect(finds("ot", "kind 77\nother")).toBe(true);
  expect(finds("cc", "Verified account")).toBe(false);
  expect(finds("%", "100% sure")).toBe(true);
});

test("what has a meaning in patterns means itself", () => {
  expect(searchPattern("0%_\\")).toEqual({ compare: "like", pattern: "%0\\%\\_\\\\%" });
  expect(searchPattern("_a")).toEqual({ compare: "like", pattern: "%\\_a%" });
  expect(searchPattern(".")).toEqual({ compare: "like", pattern: "%.%" });
  expect(searchPattern("é").compare).toBe("~");
});
