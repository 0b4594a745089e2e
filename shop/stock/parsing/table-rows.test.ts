import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import { cellValue, csvLine, fromCell, toCell } from "#shop/csv-line.ts";
import { rowsOf } from "./table-rows.ts";

const cellsOf = (text: string, separator: string) => [...rowsOf(text, separator)].map(({ cells }) => cells);

test("[S5.11] rows of a pasted table are read by tab, comma, semicolon or pipe, with quotes as a spreadsheet writes them", () => {
  expect(cellsOf("User ID\tPassword\nRAIL_1\tpw\r\n\r\nRAIL_2\t", "\t")).toEqual([
    ["User ID", "Password"],
    ["RAIL_1", "pw"],
    ["RAIL_2", ""],
  ]);
  expect(cellsOf('\uFEFF"a,b","c ""d"""\n"two\nlines",x', ",")).toEqual([
    ["a,b", 'c "d"'],
    ["two\nlines", "x"],
  ]);
  expect([...rowsOf('"a\n\nb"|c\n\nd|e', "|")]).toEqual([
    { line: 1, cells: ["a\n\nb", "c"] },
    { line: 5, cells: ["d", "e"] },
  ]);
});

test("[S5.11] a quote that has no end belongs to the text: nothing is swallowed", () => {
  expect(cellsOf('5"\tx\n"q"r\ty\n"abc\t1', "\t")).toEqual([
    ['5"', "x"],
    ['"q"r', "y"],
    ['"abc', "1"],
  ]);
});

test("[S5.11] a cell that was protected from a spreadsheet is its value again", () => {
  for (const [cell, value] of [
    ['="0012345"', "0012345"],
    [' ="00""1" ', '00"1'],
    ["'=1+1", "=1+1"],
    ["'-5", "-5"],
    [`'="1"`, '="1"'],
    ["'abc", "'abc"],
    [" a ", "a"],
  ] as const)
    expect(cellValue(cell)).toBe(value);
});

const aCell = fc.string({ unit: fc.constantFrom("a", "1", "=", "-", "'", '"', ",", ";", "\t", " ", "\n", "\r"), maxLength: 8 });

test("[S5.11] what this shop or another writer of CSV wrote is read as the reader of exports reads it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(aCell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), async (rows) => {
      const text = rows.map(csvLine).join("");
      const read = [];
      for await (const row of readCsv([text])) read.push(row);
      expect([...rowsOf(text, ",")].map(({ cells }) => cells)).toEqual(read.map(({ cells }) => cells));
    }),
  );
  fc.assert(
    fc.property(aCell, (value) => {
      const [cell = ""] = cellsOf(`${toCell(value)},`, ",")[0] ?? [];
      if (fromCell(cell) !== cell) expect(cellValue(cell)).toBe(value.trim());
    }),
  );
});

test("[S5.11] no text makes reading a table slow, and none loses a sign that is neither separator, quote nor line end", () => {
  const anyText = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", "\n", "\r"), maxLength: 60 });
  fc.assert(
    fc.property(anyText, (text) => {
      const read = cellsOf(text, ",").flat().join("").replace(/[^ab]/g, "");
      expect(read).toBe(text.replace(/[^ab]/g, ""));
    }),
  );
  for (const hard of ['"', '"\n', '""\n', '"a\n', ',"', '"""\n', '"",\n"a']) {
    const before = performance.now();
    let cells = 0;
    for (const row of rowsOf(hard.repeat(300_000), ",")) cells += row.cells.length;
    expect(cells).toBeGreaterThanOrEqual(0);
    expect(performance.now() - before, JSON.stringify(hard)).toBeLessThan(5_000);
  }
});
