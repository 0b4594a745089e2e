import fc from "fast-check";
import { expect, test } from "vitest";
import { idsIn, type LayoutChoice, previewOf, seenPreview } from "./id-layout.ts";

const choose = (choice: Partial<LayoutChoice>): LayoutChoice => ({
  layout: "columns",
  columns: [1],
  hasHeader: true,
  joiner: ":",
  ...choice,
});
const valuesOf = (text: string, choice: Partial<LayoutChoice>) => [...idsIn(text, choose(choice))].map(({ value }) => value);

const TABLE = 'User ID\tPassword\tMail\nRAIL_1\t="001"\ta@b.in\n\n RAIL_2 \t"p ""2"""\t\n\t\t\n';

test("[S5.11] one or several columns of a table are read, joined by the separator that was chosen, without the header", () => {
  expect(valuesOf(TABLE, {})).toEqual(["RAIL_1", "RAIL_2"]);
  expect(valuesOf(TABLE, { columns: [2] })).toEqual(["001", 'p "2"']);
  expect(valuesOf(TABLE, { columns: [1, 2], joiner: " | " })).toEqual(["RAIL_1 | 001", 'RAIL_2 | p "2"']);
  expect(valuesOf(TABLE, { columns: [3, 1] })).toEqual(["a@b.in:RAIL_1", ":RAIL_2"]);
  expect(valuesOf(TABLE, { columns: [1], hasHeader: false })).toEqual(["User ID", "RAIL_1", "RAIL_2"]);
  expect(valuesOf("sep=^\nUser^Pass\na^b", { columns: [1, 2] })).toEqual(["a:b"]);
  expect(valuesOf("User ID\nRAIL_1\nRAIL_2", {})).toEqual(["RAIL_1", "RAIL_2"]);
});

test("[S5.11] an ID never holds a line end: a cell of several lines is several IDs, or one part of a joined one", () => {
  const text = 'ID,Note\n"A1\nA2",x\nA3,"two\r\nlines"';
  expect([...idsIn(text, choose({}))]).toEqual([
    { value: "A1", line: 2 },
    { value: "A2", line: 3 },
    { value: "A3", line: 4 },
  ]);
  expect(valuesOf(text, { columns: [1, 2] })).toEqual(["A1 A2:x", "A3:two lines"]);
});

test("[S5.11] whole lines stay as they are, but for the formula that keeps a number as text", () => {
  expect(valuesOf(' a, b\n="0012345"\n1. X\n', { layout: "lines" })).toEqual(["a, b", "0012345", "1. X"]);
});

test("[S5.11] the names of columns are left out each time they stand there, and one that would become an ID is named", () => {
  const text = "User ID\nRAIL_1\nUser ID\nRAIL_2\nLogin";
  expect(valuesOf(text, {})).toEqual(["RAIL_1", "RAIL_2", "Login"]);
  expect(previewOf(text, choose({}))).toMatchObject({ count: 3, name: "Login" });
  expect(previewOf(text, choose({ hasHeader: false }))).toMatchObject({ count: 5, name: "User ID" });
  expect(previewOf("RAIL_1\nRAIL_2", choose({ layout: "lines" }))).toMatchObject({ name: null });
});

test("[S5.11] every kind of line end ends an ID", () => {
  expect(valuesOf("A1\u2028A2\u2029A3\u0085A4\vA5\fA6\rA7", { layout: "lines" })).toEqual(["A1", "A2", "A3", "A4", "A5", "A6", "A7"]);
  expect(valuesOf("ID,Key\nA1\u2028x,k", { columns: [1, 2] })).toEqual(["A1 x:k"]);
});

test("[S5.11] numbering, points and quotes are taken off, and lists in one line are taken apart", () => {
  expect(valuesOf('1. A1\n2) "A2",\n• A3\nA4\n="007"', { layout: "bare" })).toEqual(["A1", "A2", "A3", "A4", "007"]);
  expect(valuesOf("1.A1\n2.A2\n3. A3", { layout: "bare" })).toEqual(["A1", "A2", "A3"]);
  expect(valuesOf("१. A1\n२.A2", { layout: "bare" })).toEqual(["A1", "A2"]);
  expect(valuesOf("9.A1\n2.A2", { layout: "bare" })).toEqual(["9.A1", "2.A2"]);
  expect(valuesOf('"=""0012345"""', { layout: "bare" })).toEqual(["0012345"]);
  expect(valuesOf("A1，A2", { layout: "list" })).toEqual(["A1", "A2"]);
  expect(valuesOf("A1, A2 ,A3,\nA4", { layout: "list" })).toEqual(["A1", "A2", "A3", "A4"]);
  expect(valuesOf('["A1", "A,2","A3"]', { layout: "list" })).toEqual(["A1", "A,2", "A3"]);
  expect(valuesOf("A1; A2; A3", { layout: "list" })).toEqual(["A1", "A2", "A3"]);
});

test("[S5.11] the preview counts all IDs, shows the first ones, and counts those that a spreadsheet has cut", () => {
  const many = Array.from({ length: 30 }, (_, n) => `${n === 20 ? "1.23457E+15" : `A${n}`}\tx`).join("\n");
  const preview = previewOf(many, choose({ hasHeader: false }));
  expect(preview).toMatchObject({ count: 30, rounded: 1 });
  expect(preview.first.map(({ value }) => value)).toEqual(["A0", "A1", "A2", "A3", "A4"]);
});

test("[S5.11] a number that a spreadsheet has cut is counted in a column of a joined ID, too", () => {
  expect(previewOf("ID\tKey\nA1\t1.23457E+15\nA2\t1234567890123456", choose({ columns: [1, 2] }))).toMatchObject({ count: 2, rounded: 1 });
});

test("[S5.11] a preview differs from that of another text, other columns, another separator or header; not by its line ends", () => {
  const seen = seenPreview("a\tb\nc\td", choose({ columns: [1, 2] }));
  expect(seenPreview("\r\na\tb\r\nc\td\r\n", choose({ columns: [1, 2] }))).toBe(seen);
  for (const [text, choice] of [
    ["a\tb\nc\te", {}],
    ["a\tb\nc\td", { columns: [2, 1] }],
    ["a\tb\nc\td", { columns: [1] }],
    ["a\tb\nc\td", { joiner: "|" }],
    ["a\tb\nc\td", { hasHeader: false }],
  ] as const)
    expect(seenPreview(text, choose({ columns: [1, 2], ...choice })), JSON.stringify(choice)).not.toBe(seen);
});

test("[S5.11] however a text is read, no ID is blank, has a line end or blanks at its ends, and lines only go up", () => {
  const anyText = fc.string({
    unit: fc.constantFrom("a", "1", ".", " ", "\t", '"', ",", ";", "|", "\n", "\r", "=", "'", "[", "]"),
    maxLength: 40,
  });
  const anyChoice = fc.record({
    layout: fc.constantFrom(...(["columns", "list", "bare", "lines"] as const)),
    columns: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
    hasHeader: fc.boolean(),
    joiner: fc.constantFrom(":", "|", " "),
  });
  fc.assert(
    fc.property(anyText, anyChoice, (text, choice) => {
      let last = 0;
      for (const { value, line } of idsIn(text, choice)) {
        expect(value).toBe(value.trim());
        expect(value).not.toBe("");
        expect(value).not.toMatch(/[\r\n]/);
        expect(line).toBeGreaterThanOrEqual(last);
        last = line;
      }
    }),
  );
});

test("[S5.11] spaces without end inside a line, or a cell of a table, are read at once", () => {
  const wide = `a${" ".repeat(200_000)}b`;
  expect(valuesOf(wide, { layout: "lines" })).toEqual([wide]);
  expect(valuesOf(`x\ty\n"${wide}\n c"\tz`, { columns: [1, 2] })).toEqual([`${wide} c:z`]);
});
