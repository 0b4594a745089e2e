import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { statement } from "./statement.ts";

test("a name stands for one text, whatever is asked with it", () => {
  const find = (n: number | null) => statement("find-number", sql`select ${n}::integer`);
  expect(find(1)).toEqual({ name: "find-number", text: "select $1::integer", values: [1] });
  expect(find(null)).toEqual({ ...find(1), values: [null] });
  expect(() => statement("find-number", sql`select ${1}::text`)).toThrow("the statement find-number has another text already");
});
