import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, fromCell } from "#shop/csv-line.ts";
import { CsvProblem, readCsv } from "./read-csv.ts";

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
  await expect(read(['a\n"b'])).rejects.toThrow(new CsvProblem(2, "a quote is never closed"));
  await expect(read(['a\n"b"c'])).rejects.toThrow(new CsvProblem(2, "there is text after a closing quote"));
});

test("a quote inside a cell that has no quotes around it is named with its line", async () => {
  await expect(read(['a\n5",x'])).rejects.toThrow(new CsvProblem(2, "a cell without quotes has a quote in it"));
});

test("lines are counted the same for every line end, inside quotes and outside", async () => {
  const rows = await read(['\r\n"a\r\nb","c\rd\ne"\r\n\r\n"f\r\n"\rg\n\n\nh']);
  expect(rows.map(({ line }) => line)).toEqual([2, 7, 9, 12]);
  const unclosed = `\r\n\r\n"a\r\n"\n${"b\r\n".repeat(50_000)}"c\r\nd`;
  await expect(read([unclosed])).rejects.toThrow(new CsvProblem(50_005, "a quote is never closed"));
});

test("a row may have 16,384 cells and no more, whatever the size of the file", async () => {
  expect((await read([`a\n${",".repeat(16_383)}`])).at(-1)?.cells.length).toBe(16_384);
  const tooMany = new CsvProblem(2, "a row has more than 16,384 cells");
  await expect(read([`a\n${",".repeat(16_384)}`])).rejects.toThrow(tooMany);
  await expect(read([`a\n${",".repeat(10_000_000)}`])).rejects.toThrow(tooMany);
});

test("a large file is read in small steps, so that other work of the process goes on meanwhile", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await read([`"${"x".repeat(1_000_000)}"`]);
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(100);
});

test("a source that fails ends the reading with its error, and a reader that stops early closes the source", async () => {
  async function* failing() {
    yield "a\nb\n";
    throw new Error("the disk is gone");
  }
  await expect(read(failing())).rejects.toThrow("the disk is gone");
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield "a,b\n".repeat(100);
    } finally {
      isClosed = true;
    }
  }
  for await (const row of readCsv(endless())) if (row.line > 1_000) break;
  await expect.poll(() => isClosed).toBe(true);
});

function inPieces(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
}

async function read(pieces: string[] | AsyncIterable<string>, separator?: string) {
  const rows = [];
  for await (const row of readCsv(pieces, separator)) rows.push(row);
  return rows;
}
