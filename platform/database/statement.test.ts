import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Open, statement, written } from "./statement.ts";

test("a name stands for one text, whatever is asked with it", () => {
  const find = (n: number | null) => statement("find-number", sql`select ${n}::integer`);
  expect(find(1)).toEqual({ name: "find-number", text: "select $1::integer", values: [1] });
  expect(find(null)).toEqual({ ...find(1), values: [null] });
  expect(() => statement("find-number", sql`select ${1}::text`)).toThrow("the statement find-number has another text already");
});

test("one that is written once asks each time what it is given", () => {
  let times = 0;
  const find = written("find-numbers", ({ most, numbers }: Open<{ most: number; numbers: number[] }>) => {
    times += 1;
    return sql`select n from unnest(${sql.param(numbers)}::integer[]) n where n < ${most} and n <> ${7} limit ${most}`;
  });
  const text = "select n from unnest($1::integer[]) n where n < $2 and n <> $3 limit $4";
  expect(find({ most: 1, numbers: [2, 3] })).toEqual({ name: "find-numbers", text, values: [[2, 3], 1, 7, 1] });
  expect(find({ most: 5, numbers: [] })).toEqual({ name: "find-numbers", text, values: [[], 5, 7, 5] });
  expect(times).toBe(1);
  expect(() => find({ most: 5 } as never)).toThrow("numbers");
});
