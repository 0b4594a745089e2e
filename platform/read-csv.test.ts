import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvProblem, csvLine, fromCell, readCsv, toCell } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "\t=1", "'=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
  "a cell that a spreadsheet would calculate gets one sign in front: %j",
  (value) => {
    expect(fromCell(`'${value}`)).toBe(value);
    expect(toCell(value).replace(/^"/, "")).toMatch(/^'/);
  },
);

test("what begins with nothing of the kind stays as it is", () => {
  expect(toCell("ABC-1=2")).toBe("ABC-1=2");
  expect(fromCell("'tis a word of somebody else's file")).toBe("'tis a word of somebody else's file");
});

test("quotes, separators, line ends and spaces at an end are quoted", () => {
  expect(csvLine(["a", 'b "c"', "d,e", "f\ng", " h", ""])).toBe('a,"b ""c""","d,e","f\ng"," h",\r\n');
});

test("whatever is written is read again, however the file comes in pieces", async () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@'\t",\r\n a]*$/));
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), async (written, size) => {
      const text = written.map(csvLine).join("");
      expect((await read(inPieces(text, size))).map(({ cells }) => cells.map(fromCell))).toEqual(written);
    }),
  );
});

test("the file of another program is read: a mark at its beginning, other line ends, another separator, no end at its end", async () => {
  expect(await read(['\uFEFFa;b\n\r\n1;"2\n3"\r4;5'], ";")).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ["1", "2\n3"] },
    { line: 5, cells: ["4", "5"] },
  ]);
});

test("a quote that never ends, and text behind one that did, are named with their line", async () => {
  await expect(read(['a\n"b'])).rejects.toThrow(new CsvProblem(2, "a quote is opened and never closed"));
  await expect(read(['a\n"b"c'])).rejects.toThrow(new CsvProblem(2, "text stands behind a closing quote"));
});

function inPieces(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
}

async function read(pieces: string[], separator?: string) {
  const rows = [];
  for await (const row of readCsv(pieces, separator)) rows.push(row);
  return rows;
}
