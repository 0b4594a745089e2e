import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#shop/csv-line.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { type LayoutChoice, seenPreview } from "./id-layout.ts";
import { type GivenIds, readGivenIds } from "./read-given-ids.server.ts";

const TABLE = "User ID\tPassword\nRAIL_1\tone\nRAIL_2\ttwo";

async function valuesOf(given: GivenIds) {
  const read = await readGivenIds(given);
  return read.ok ? read.value.map(({ value }) => value) : read.code;
}

/** The column of a file with a header. */
const columnOf = (fileText: string, ...columns: number[]) => valuesOf({ ids: "", fileText, layout: "columns", columns, hasHeader: true });

test("lines are trimmed, blank ones left out, and each knows where it stood; those of the file come last", async () => {
  const value = [
    { value: "a", line: 1, isOfFile: false },
    { value: "b", line: 3, isOfFile: false },
    { value: "c", line: 1, isOfFile: true },
    { value: "d,e", line: 3, isOfFile: true },
  ];
  expect(await readGivenIds({ ids: " a \r\n\r\nb", fileText: "c\n\nd,e\n" })).toEqual({ ok: true, value });
  expect(await readGivenIds({ ids: [" a ", "\u200b", "b"], fileText: "c\n\nd,e\n" })).toEqual({ ok: true, value });
  expect(await readGivenIds({ ids: " ", fileText: "" })).toEqual({ ok: true, value: [] });
});

test("[S5.11] a text that looks like a table is refused until somebody says how to read it, pasted and in a file", async () => {
  const tables = [
    TABLE,
    "User ID\nRAIL_1",
    "A1|x\nA2|y",
    "1. A1\n2. A2",
    '"A1"',
    "A1, A2",
    "1.23457E+15",
    "sep=;\nA1;x",
    "\ufeffआईडी\r\nR_1",
  ];
  for (const text of tables) {
    expect(await readGivenIds({ ids: text }), text).toMatchObject({ code: "idsLookLikeTable", field: "ids" });
    expect(await readGivenIds({ ids: "", fileText: text }), text).toMatchObject({ code: "idsLookLikeTable", field: "idsFile" });
  }
  expect(await valuesOf({ ids: TABLE, layout: "columns" })).toBe("csvColumnNeeded");
  expect(await valuesOf({ ids: TABLE, layout: "columns", columns: [1], hasHeader: true })).toEqual(["RAIL_1", "RAIL_2"]);
  expect(await columnOf(TABLE, 1, 2)).toEqual(["RAIL_1:one", "RAIL_2:two"]);
  expect(await valuesOf({ ids: TABLE, layout: "lines" })).toEqual(["User ID\tPassword", "RAIL_1\tone", "RAIL_2\ttwo"]);
});

test("[S5.11] what a form saw in its preview has to be what it sends", async () => {
  const choice = { layout: "columns", columns: [1], hasHeader: true, joiner: ":" } satisfies LayoutChoice;
  const previewed = seenPreview(TABLE, choice);
  expect(await valuesOf({ ids: TABLE.replaceAll("\n", "\r\n"), ...choice, previewed })).toEqual(["RAIL_1", "RAIL_2"]);
  expect(await valuesOf({ ids: TABLE, ...choice, columns: [2], previewed })).toBe("idsPreviewChanged");
  expect(await valuesOf({ ids: `${TABLE}\nRAIL_3\tx`, ...choice, previewed })).toBe("idsPreviewChanged");
  expect(await valuesOf({ ids: TABLE, ...choice, layout: "lines", previewed: "" })).toBe("idsPreviewChanged");
  expect(await valuesOf({ ids: "RAIL_1\nRAIL_2", ...choice, previewed })).toEqual(["RAIL_1", "RAIL_2"]);
});

test("[S5.11] a list is never taken apart, and an entry with a line break is refused", async () => {
  expect(await valuesOf({ ids: ["User ID\tPassword", "a,b", "1. x", '="1"'] })).toEqual(["User ID\tPassword", "a,b", "1. x", '="1"']);
  expect(await valuesOf({ ids: ["a", "b\nc"] })).toBe("idHasLineEnd");
  expect(await valuesOf({ ids: ["a\r\n", " "] })).toEqual(["a"]);
});

test("[S5.11] a table beside IDs in another place is refused, wherever it is", async () => {
  expect(await readGivenIds({ ids: "A0", fileText: TABLE })).toMatchObject({ code: "idsFromOnePlace", field: "idsFile" });
  expect(await valuesOf({ ids: TABLE, fileText: "A1" })).toBe("idsFromOnePlace");
  expect(await valuesOf({ ids: ["A0", "a, b"], fileText: TABLE })).toBe("idsFromOnePlace");
});

test("more lines than are read at a time are refused, pasted and in a file; blank ones do not count", async () => {
  const many = "x\n\n".repeat(ADDED_LINES_MAX);
  expect(await readGivenIds({ ids: many })).toMatchObject({ ok: true });
  expect(await readGivenIds({ ids: `${many}y` })).toMatchObject({ code: "tooManyLines", field: "ids", words: { max: ADDED_LINES_MAX } });
  expect(await readGivenIds({ ids: "y", fileText: many })).toMatchObject({ code: "tooManyLines", field: "idsFile" });
});

test("a cell with several lines holds several IDs, since none can have a line end; a separator that is quoted separates nothing", async () => {
  const fileText = 'id,note\n"a\n b\r\n\n",x\nc,y\n';
  expect(await readGivenIds({ ids: "", fileText, layout: "columns", columns: [1], hasHeader: true })).toEqual({
    ok: true,
    value: [
      { value: "a", line: 2, isOfFile: true },
      { value: "b", line: 3, isOfFile: true },
      { value: "c", line: 6, isOfFile: true },
    ],
  });
  expect(await columnOf('"Name, first, last";id\n"Rao, A";x-1\n', 2)).toEqual(["x-1"]);
});

test("what an export made harmless for spreadsheets comes back as it was, whatever the IDs are; the sign stays in a list", async () => {
  expect(await columnOf("id\n'=1+1\n'+91\n'-x\n'@y\n''z\n'plain\n", 1)).toEqual(["=1+1", "+91", "-x", "@y", "'z", "'plain"]);
  expect(await valuesOf({ ids: "", fileText: "'=1\n" })).toEqual(["'=1"]);
  const anId = fc
    .string({ unit: fc.constantFrom("a", "1", "=", "+", "-", "@", "'", '"', ",", ";", " "), minLength: 1 })
    .map((id) => id.trim());
  await fc.assert(
    fc.asyncProperty(fc.array(anId.filter((id) => id !== "")), async (ids) => {
      expect(await columnOf([["state", "id"], ...ids.map((id) => ["free", id])].map(csvLine).join(""), 2)).toEqual(ids);
    }),
  );
});
