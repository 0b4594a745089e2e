import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#shop/csv-line.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { readImport } from "./read-import.server.ts";

const file = (name: string, text: string | Uint8Array<ArrayBuffer>) => new File([text], name);

async function valuesOf(text: string, { name = "ids.csv", column = "", ids = "", isNamed = false } = {}) {
  const read = await readImport({ ids, column, isNamed }, file(name, text));
  if (!read.ok) throw new Error(read.code);
  return read.value.map(({ value }) => value);
}

test("lines are trimmed, blank ones left out, and each knows where it stood; those of the file come last", async () => {
  expect(await readImport({ ids: " a \r\n\r\nb", column: "" }, file("more.txt", "c\n\nd,e\n"))).toEqual({
    ok: true,
    value: [
      { value: "a", line: 1, isOfFile: false },
      { value: "b", line: 3, isOfFile: false },
      { value: "c", line: 1, isOfFile: true },
      { value: "d,e", line: 3, isOfFile: true },
    ],
  });
});

test("of a CSV file the column is the one that is called ID, the one that is named, or the one that is counted", async () => {
  const text = 'Order;Account ID;Note\r\n1;"a;1";x\r\n2;b-2;\r\n';
  expect(await valuesOf(text)).toEqual(["a;1", "b-2"]);
  expect(await valuesOf(text, { column: "note" })).toEqual(["x"]);
  expect(await valuesOf("1;a;x\n2;b;y", { column: "2" })).toEqual(["a", "b"]);
  expect(await valuesOf("a\nb\n")).toEqual(["a", "b"]);
  expect(await valuesOf("value\na\n")).toEqual(["a"]);
  expect(await valuesOf("x\tid\n1\tab\n")).toEqual(["ab"]);
  expect(await valuesOf("")).toEqual([]);
});

test("[S5.11] the header of a CSV file is never a line of an import, nor is a whole row, unless its layout was chosen", async () => {
  for (const [text, column] of [
    ["User ID\nRAIL_1\nRAIL_2", ""],
    ["\ufeffआईडी\r\nRAIL_1", ""],
    ["Order;Account ID;Note\n1;a;x", "2"],
    ["User ID|Password\nRAIL_1|x", ""],
    ["RAIL_1|x\nRAIL_2|y", ""],
  ] as const)
    expect(await readImport({ ids: "", column }, file("ids.csv", text)), text).toMatchObject({
      code: "idsLookLikeTable",
      field: "idsFile",
    });
});

test("a column that is chosen by its number may have a name in the first row, also one that is no name, or that another has, too", async () => {
  const text = "2,2,\na,b,c\n";
  expect(await valuesOf(text, { column: "2" })).toEqual(["a"]);
  for (const [at, id] of ["a", "b", "c"].entries()) expect(await valuesOf(text, { column: String(at + 1), isNamed: true })).toEqual([id]);
  expect(await readImport({ ids: "", column: "4", isNamed: true }, file("x.csv", text))).toMatchObject({ code: "csvColumnNeeded" });
});

test("more lines than are read at a time are refused, pasted, in a text file and in a CSV file, and a row of nothing but separators, too", async () => {
  const many = "x\n".repeat(ADDED_LINES_MAX);
  expect(await readImport({ ids: many, column: "" }, null)).toMatchObject({ ok: true });
  const refuses = async (ids: string, given: File | null, field: string) =>
    expect(await readImport({ ids, column: "" }, given)).toMatchObject({ ok: false, code: "tooManyLines", field });
  await refuses(`${many}y`, null, "ids");
  await refuses("y", file("x.txt", many), "idsFile");
  await refuses("", file("x.csv", `id\n${many}y`), "idsFile");
  await refuses("", file("x.csv", `a,id\n${"b,\n".repeat(ADDED_LINES_MAX + 1)}`), "idsFile");
  expect(await readImport({ ids: "", column: "" }, file("x.csv", ",".repeat(20_000)))).toMatchObject({
    code: "csvUnreadable",
    words: { problem: { code: "csvTooManyCells", words: { line: 1 } } },
  });
});

test("a cell with several lines holds several IDs, since none can have a line end; a separator that is quoted separates nothing", async () => {
  expect(await readImport({ ids: "", column: "" }, file("ids.csv", 'id,note\n"a\n b\r\n\n",x\nc,y\n'))).toEqual({
    ok: true,
    value: [
      { value: "a", line: 2, isOfFile: true },
      { value: "b", line: 3, isOfFile: true },
      { value: "c", line: 6, isOfFile: true },
    ],
  });
  expect(await valuesOf('"Name, first, last";id\n"Rao, A";x-1\n')).toEqual(["x-1"]);
});

test("a CSV file is refused that does not say which column holds the IDs, and one that cannot be read", async () => {
  const read = (text: string, column = "") => readImport({ ids: "", column }, file("x.csv", text));
  expect(await read("Order,Code\n1,a\n")).toMatchObject({
    code: "csvColumnNeeded",
    field: "column",
    words: { columns: "Order, Code" },
  });
  expect(await read("Order,Code\n1,a\n", "Serial")).toMatchObject({ code: "csvColumnNeeded" });
  expect(await read("Order,Code\n1,a\n", "3")).toMatchObject({ code: "csvColumnNeeded" });
  expect(await read('id\n"a')).toMatchObject({
    code: "csvUnreadable",
    field: "idsFile",
    words: { problem: { code: "csvQuoteNotClosed", words: { line: 2 } } },
  });
  const bytes = new Uint8Array([0xff, 0x00, 0x80]);
  expect(await readImport({ ids: "", column: "" }, file("x.csv", bytes))).toMatchObject({ code: "idsFileNotText", field: "idsFile" });
});

test("what an export made harmless for spreadsheets comes back as it was, whatever the IDs are; the sign stays in a text file", async () => {
  expect(await valuesOf("id\n'=1+1\n'+91\n'-x\n'@y\n''z\n'plain\n")).toEqual(["=1+1", "+91", "-x", "@y", "'z", "'plain"]);
  expect(await valuesOf("'=1\n", { name: "ids.txt" })).toEqual(["'=1"]);
  const anId = fc
    .string({ unit: fc.constantFrom("a", "1", "=", "+", "-", "@", "'", '"', ",", ";", " "), minLength: 1 })
    .map((id) => id.trim());
  await fc.assert(
    fc.asyncProperty(fc.array(anId.filter((id) => id !== "")), async (ids) => {
      expect(await valuesOf([["state", "id"], ...ids.map((id) => ["free", id])].map(csvLine).join(""))).toEqual(ids);
    }),
  );
});
