import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test("a size in bytes is a word of the page's language", () => {
  expect(sizeText(12, (key, values) => `${values?.n} ${key} here`)).toBe("12 bytes here");
  expect(sizeText(2048, (key) => key)).toBe("2 KB");
});

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [1_003_520, "980 KB"],
  [2_516_582, "2.4 MB"],
  [10 * 1024 * 1024, "10 MB"],
])("a file of %d bytes reads %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
