import fc from "fast-check";
import { expect, test } from "vitest";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { readIdList } from "./id-list.ts";

test("[S5.8] [S5.11] lines are trimmed, blank ones ignored, a repeated one counted and not taken twice", () => {
  expect(readIdList(" a \r\n\n\tb\rb\n a\n   ")).toEqual({ ok: true, value: { values: ["a", "b"], repeated: 2 } });
});

test("[S5.8] nothing but blanks is an empty list", () => {
  expect(readIdList(" \n\n\t")).toEqual({ ok: true, value: { values: [], repeated: 0 } });
});

test("[S5.8] a list is read like the lines of a text, also when an item has several lines", () => {
  expect(readIdList(["a", "b\nc", " "])).toEqual({ ok: true, value: { values: ["a", "b", "c"], repeated: 0 } });
});

test("[S5.8] an ID may have the longest length and no more", () => {
  expect(readIdList("x".repeat(ID_MAX_LENGTH)).ok).toBe(true);
  expect(readIdList(`a\n${"x".repeat(ID_MAX_LENGTH + 1)}`)).toMatchObject({ ok: false, code: "idTooLong" });
});

test("[S5.8] so many lines are read and no more, also where they are all the same; blank ones do not count", () => {
  const many = "x\n\n".repeat(ADDED_LINES_MAX);
  expect(readIdList(many)).toEqual({ ok: true, value: { values: ["x"], repeated: ADDED_LINES_MAX - 1 } });
  expect(readIdList(`${many}y`)).toMatchObject({
    ok: false,
    code: "tooManyLines",
    words: { max: ADDED_LINES_MAX },
  });
});

test("[S5.11] whatever is pasted, no ID is blank, untrimmed, of two lines or there twice, and every line is accounted for", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ""))), (lines) => {
      const list = readIdList(lines.join("\n"));
      if (!list.ok) throw new Error("refused");
      const { values, repeated } = list.value;
      expect(new Set(values).size).toBe(values.length);
      for (const value of values) expect(value).toBe(value.trim());
      expect(values).not.toContain("");
      expect(values.length + repeated).toBe(lines.filter((line) => line.trim() !== "").length);
    }),
  );
});
