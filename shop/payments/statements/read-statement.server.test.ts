import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStatement } from "./read-statement.server.ts";
import type { StatementKind } from "./statement-columns.ts";
import type { StatementLine } from "./statement-line.ts";

const FOLDER = "tests/payments/statements";

async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, kind: StatementKind) {
  const statement = await openStatement(inPieces(bytes), kind);
  if (!statement.ok) return { refusal: statement.code, lines: [], unreadable: [] };
  const [lines, unreadable]: [StatementLine[], number[]] = [[], []];
  for await (const one of statement.value) "unreadableRow" in one ? unreadable.push(one.unreadableRow) : lines.push(one);
  return { refusal: null, lines, unreadable };
}

const readFixture = async (file: string, kind: StatementKind) => readAll(await readFile(join(FOLDER, file)), kind);
const readText = (text: string, kind: StatementKind) => readAll(Buffer.from(text), kind);
const inShort = ({ lines }: { lines: StatementLine[] }) =>
  lines.map(({ bookedOn, direction, paise, utr, isReversal }) => [bookedOn, direction, paise, utr, ...(isReversal ? ["reversal"] : [])]);

test("[S10.13] a statement of HDFC: padded references, a narration over two rows, totals at the end", async () => {
  const read = await readFixture("hdfc.csv", { bank: "hdfc" });
  expect(inShort(read)).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-25", "in", 1_00_000_00, null],
    ["2026-11-25", "in", 1_299_00, "632900000111"],
    ["2026-11-26", "out", 2_000_00, null],
    ["2026-11-26", "out", 49_907, "632811223344", "reversal"],
    ["2026-11-26", "in", 24_893, "633055667788"],
  ]);
  expect(read.unreadable).toEqual([]);
  expect(read.lines[2]?.narration).toBe("UPI-RAHUL 412345678901@YBL-412345678901@YBL-YESB0000001-632900 000111-PAYMENT FROM PHONE");
  expect(read.lines[5]).toMatchObject({ row: 13, narration: 'UPI-"DEVI" STORES-DEVI@PAYTM-PYTM0123456-633055667788-SENT, THANKS' });
});

test("[S10.13] a statement of ICICI: the day of the transaction, reversals as credits, a total without a day", async () => {
  expect(inShort(await readFixture("icici.csv", { bank: "icici" }))).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-26", "in", 15_000_00, "633011112222"],
    ["2026-11-26", "in", 120_00, "633099990000", "reversal"],
    ["2026-11-26", "out", 2_500_00, null],
  ]);
});

test("[S10.13] a statement of SBI: the tab-separated text of a spreadsheet in UTF-16, with a UTR cut by the end of a row", async () => {
  expect(inShort(await readFixture("sbi.tsv", { bank: "sbi" }))).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-25", "out", 1_250_00, "632900000009"],
    ["2026-11-26", "in", 24_893, "633055667788"],
    ["2026-11-26", "in", 5_000_00, null],
  ]);
});

test("[S10.13] a statement of Axis: one amount with Dr or Cr, a formula in place of an amount, opening and closing balance", async () => {
  const read = await readFixture("axis.csv", { bank: "axis" });
  expect(inShort(read)).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-25", "out", 1_250_00, "632900000009"],
    ["2026-11-26", "in", 24_893, "633055667788", "reversal"],
  ]);
  expect(read.unreadable).toEqual([8]);
});

test("[S10.13] a statement of Kotak: Rs, the rupee sign and INR, and two equal lines that differ in their balance", async () => {
  const read = await readFixture("kotak.csv", { bank: "kotak" });
  expect(inShort(read)).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-25", "out", 1_250_00, "632900000009"],
    ["2026-11-26", "in", 24_893, "633055667788"],
    ["2026-11-26", "in", 100_00, null],
    ["2026-11-26", "in", 100_00, null],
  ]);
  expect(new Set(read.lines.map(({ identity }) => identity)).size).toBe(5);
});

test("[S10.13] another bank's statement is read by the columns that somebody chose, by name or by number", async () => {
  const columns = { date: "Posted on", narration: "What for", amount: "Sum" };
  const read = await readFixture("cooperative.csv", { bank: "other", columns });
  expect(inShort(read)).toEqual([
    ["2026-11-25", "out", 1_250_00, "632900000009"],
    ["2026-11-26", "in", 24_893, "633055667788"],
  ]);
  expect(read.unreadable).toEqual([3, 6]);
  const byNumber = await readText("24/11/2026;UPI 632811223344;499.07\n25/11/2026;x;-1\n", {
    bank: "other",
    columns: { date: "1", narration: "2", amount: "3" },
  });
  expect(inShort(byNumber)).toEqual([
    ["2026-11-24", "in", 49_907, "632811223344"],
    ["2026-11-25", "out", 1_00, null],
  ]);
});

test("[S10.13] commas within texts and amounts do not hide the separator of a statement without names", async () => {
  const columns = { date: "1", narration: "2", amount: "3" };
  const lines = [
    ["24/11/2026", "UPI, Asha, 632811223344", "1,00,499.07"],
    ["25/11/2026", "x, y, z", "-1"],
  ];
  for (const separator of ["\t", ";", "|"]) {
    const read = await readText(lines.map((cells) => cells.join(separator)).join("\n"), { bank: "other", columns });
    expect(inShort(read), separator).toEqual([
      ["2026-11-24", "in", 1_00_499_07, "632811223344"],
      ["2026-11-25", "out", 1_00, null],
    ]);
  }
  const quoted = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\n");
  expect((await readText(quoted, { bank: "other", columns })).lines).toHaveLength(2);
});

test("[S10.13] [S3.9] characters that nobody sees, other dashes and wide digits change no line of a statement", async () => {
  const header = "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n";
  const plain = await readText(`${header}24-11-26,UPI 632811223344 A,,,499.07\n25-11-26,REVERSAL,0000632811223345,,499.08\n`, {
    bank: "hdfc",
  });
  const pasted = await readText(
    `\u200e${header}24\u201111\u201126\u200b,UPI 6328\u200b11223344 A,,,4\uff199.07\u200e\n25-11-26\u200e,REVER\u200bSAL,\u200b0000632811223345,,\u2060499.08\n`,
    { bank: "hdfc" },
  );
  expect(inShort(plain)).toHaveLength(2);
  expect(inShort(pasted)).toEqual(inShort(plain));
  expect(pasted.lines.map(({ identity }) => identity)).toEqual(plain.lines.map(({ identity }) => identity));
});

test("[S10.13] a file of another bank, a spreadsheet itself, and a text without a header are refused", async () => {
  expect((await readFixture("hdfc.csv", { bank: "sbi" })).refusal).toBe("statementHeaderNotFound");
  expect((await readFixture("sbi.tsv", { bank: "kotak" })).refusal).toBe("statementHeaderNotFound");
  expect((await readText("", { bank: "hdfc" })).refusal).toBe("statementHeaderNotFound");
  expect((await readText("Posted on;What for\n", { bank: "other", columns: { date: "Posted on" } })).refusal).toBe(
    "statementHeaderNotFound",
  );
  expect((await readAll(Buffer.from("504b030414000600", "hex"), { bank: "hdfc" })).refusal).toBe("statementSpreadsheet");
});

test("[S10.13] the same payment is recognized in another file, whatever bank was chosen and however it is spaced", async () => {
  const [one] = (await readText("Date,Narration,Withdrawal Amt.,Deposit Amt.\n24/11/26,UPI 632811223344,,5\n", { bank: "hdfc" })).lines;
  const [other] = (
    await readText("When\tText\tSum\n2026-11-24\tpaid  632811223344\t5.00\n", {
      bank: "other",
      columns: { date: "When", narration: "Text", amount: "Sum" },
    })
  ).lines;
  expect(one?.identity).toBe(other?.identity);
});

test("[S10.13] equal lines of a day without UTR and balance are counted, the same in every file that has the whole day", async () => {
  const header = "Date,Narration,Withdrawal Amt.,Deposit Amt.\n";
  const day = "24/11/26,CASH,,5\n24/11/26,CASH,,5\n";
  const whole = await readText(`${header}${day}25/11/26,CASH,,5\n`, { bank: "hdfc" });
  const part = await readText(`${header}23/11/26,CASH,,5\n${day}`, { bank: "hdfc" });
  expect(new Set(whole.lines.map(({ identity }) => identity)).size).toBe(3);
  expect(part.lines.slice(1).map(({ identity }) => identity)).toEqual(whole.lines.slice(0, 2).map(({ identity }) => identity));
});

test("[S10.13] a printed statement repeats its header on every page", async () => {
  const page = "Date,Narration,Withdrawal Amt.,Deposit Amt.\n24/11/26,UPI 632811223344,,5\n";
  expect((await readText(`${page}Page 2 of 2\n${page}`, { bank: "hdfc" })).lines).toHaveLength(2);
});

test("[S10.13] a quote that is never closed ends the reading instead of filling the memory", async () => {
  const endless = `Date,Narration,Withdrawal Amt.,Deposit Amt.\n24/11/26,"UPI${"x".repeat(1_100_000)}\n`;
  await expect(readAll(Buffer.from(endless), { bank: "hdfc" })).rejects.toThrow("the row is too long");
});

test("[S10.13] however long a file is, it is read in little memory", { timeout: 60_000 }, async () => {
  const LINES = 200_000;
  async function* file(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n");
    for (let from = 0; from < LINES; from += 1_000) {
      const rows = Array.from(
        { length: 1_000 },
        (_, n) => `24/11/26,UPI-A-A@B-C-${600_000_000_000 + from + n}-X,0,24/11/26,,499.07,"1,00,499.07"\n`,
      );
      yield Buffer.from(rows.join(""));
    }
  }
  const statement = await openStatement(file(), { bank: "hdfc" });
  if (!statement.ok) throw new Error(statement.code);
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  let [read, most] = [0, 0];
  for await (const _ of statement.value) {
    read += 1;
    if (read % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(read).toBe(LINES);
  expect(most).toBeLessThan(100 * 1024 * 1024);
});
