import { expect, test } from "vitest";
import { readGivenIds } from "./given-ids.ts";
import { type LayoutChoice, seenPreview } from "./id-layout.ts";

const TABLE = "User ID\tPassword\nRAIL_1\tone\nRAIL_2\ttwo";
const valuesOf = (given: Parameters<typeof readGivenIds>[0]) => {
  const list = readGivenIds(given);
  return list.ok ? list.value.values : list.code;
};

test("[S5.11] a text that looks like a table is refused until somebody says how to read it", () => {
  for (const ids of [TABLE, "User ID\nRAIL_1", "A1|x\nA2|y", "1. A1\n2. A2", '"A1"', "A1, A2", "1.23457E+15", "sep=;\nA1;x"])
    expect(valuesOf({ ids }), ids).toBe("idsLookLikeTable");
  expect(valuesOf({ ids: TABLE, layout: "columns" })).toBe("csvColumnNeeded");
  expect(valuesOf({ ids: TABLE, layout: "columns", columns: [1], hasHeader: true })).toEqual(["RAIL_1", "RAIL_2"]);
  expect(valuesOf({ ids: TABLE, layout: "columns", columns: [1, 2], hasHeader: true })).toEqual(["RAIL_1:one", "RAIL_2:two"]);
  expect(valuesOf({ ids: TABLE, layout: "lines" })).toEqual(["User ID\tPassword", "RAIL_1\tone", "RAIL_2\ttwo"]);
});

test("[S5.11] what a form saw in its preview has to be what it sends", () => {
  const choice = { layout: "columns", columns: [1], hasHeader: true, joiner: ":" } satisfies LayoutChoice;
  const previewed = seenPreview(TABLE, choice);
  expect(valuesOf({ ids: TABLE.replaceAll("\n", "\r\n"), ...choice, previewed })).toEqual(["RAIL_1", "RAIL_2"]);
  expect(valuesOf({ ids: TABLE, ...choice, columns: [2], previewed })).toBe("idsPreviewChanged");
  expect(valuesOf({ ids: `${TABLE}\nRAIL_3\tx`, ...choice, previewed })).toBe("idsPreviewChanged");
  expect(valuesOf({ ids: TABLE, ...choice, layout: "lines", previewed: "" })).toBe("idsPreviewChanged");
  expect(valuesOf({ ids: "RAIL_1\nRAIL_2", ...choice, previewed })).toEqual(["RAIL_1", "RAIL_2"]);
});

test("[S5.11] a list is never taken apart, and an entry with a line break is refused", () => {
  expect(valuesOf({ ids: ["User ID\tPassword", "a,b", "1. x", '="1"'] })).toEqual(["User ID\tPassword", "a,b", "1. x", '="1"']);
  expect(valuesOf({ ids: ["a", "b\nc"] })).toBe("idHasLineEnd");
  expect(valuesOf({ ids: ["a\r\n", " "] })).toEqual(["a"]);
});
