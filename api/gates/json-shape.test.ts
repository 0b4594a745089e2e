import fc from "fast-check";
import { expect, test } from "vitest";
import { JSON_DEPTH_MAX } from "./constants.ts";
import { isShapely } from "./json-shape.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("JSON is taken apart only when it is no deeper than any of ours, and of no more values", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(isShapely(bytes(nested(JSON_DEPTH_MAX)), 1_000)).toBe(true);
  expect(isShapely(bytes(nested(JSON_DEPTH_MAX + 1)), 1_000)).toBe(false);
  expect(isShapely(bytes('{"a":'.repeat(2_000_000)), 1_000_000)).toBe(false);
  expect(isShapely(bytes(`[${"1,".repeat(98)}1]`), 100)).toBe(true);
  expect(isShapely(bytes(`[${"1,".repeat(99)}1]`), 100)).toBe(false);
});

test("the content of a string does not count, however it is written", () => {
  for (const text of ["[[[[,,,,", '\\"[,[', "\\\\", "\\u005b", "ü,[", "\\"])
    fc.assert(fc.property(fc.array(fc.string()), (more) => isShapely(bytes(JSON.stringify([text, ...more])), more.length + 2)));
  expect(isShapely(bytes(`"${"[,".repeat(1_000)}`), 2)).toBe(true);
  expect(isShapely(bytes(`["\\\\",${nestedTooDeep}`), 100)).toBe(false);
});

const nestedTooDeep = "[".repeat(100);
