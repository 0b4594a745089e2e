import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStatement } from "./read-statement.server.ts";
import type { StatementKind } from "./statement-columns.ts";
import type { StatementLine } from "./statement-line.ts";

const FOLDER = "tests/payments/statements";
const TODAY = "2026-11-27";

async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, kind: StatementKind) {
  const statement = await openStatement(inPieces(bytes), kind, TODAY);
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
    ["2026-11-26", "out", 49_907, "632811223344"],
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

test("[S10.13] a spreadsheet, a PDF and a web page under another name, and a text without a header are refused", async () => {
  for (const page of ["<html><table>", "\ufeff  <!DOCTYPE html>", '<?xml version="1.0"?><Workbook>', "<table border=1>"])
    expect((await readText(page, { bank: "sbi" })).refusal, page).toBe("statementWebPage");
  expect((await readText("%PDF-1.7\n1 0 obj", { bank: "sbi" })).refusal).toBe("statementPdf");
  expect((await readText("", { bank: "hdfc" })).refusal).toBe("statementHeaderNotFound");
  expect((await readText("Posted on;What for\n", { bank: "other", columns: { date: "Posted on" } })).refusal).toBe(
    "statementHeaderNotFound",
  );
  expect((await readAll(Buffer.from("504b030414000600", "hex"), { bank: "hdfc" })).refusal).toBe("statementSpreadsheet");
});

test("[S10.13] the same payment is recognized in another file, whatever bank was chosen and however it is spaced", async () => {
  const [one] = (
    await readText("Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n24/11/26,UPI-A,0000632811223344,,5\n", { bank: "hdfc" })
  ).lines;
  const [other] = (
    await readText("When\tText\tNumber\tSum\n2026-11-24\tpaid\t632811223344\t5.00\n", {
      bank: "other",
      columns: { date: "When", narration: "Text", reference: "Number", amount: "Sum" },
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

test("[S10.13] three payments of one payer are three lines, whatever number the payer's address has", async () => {
  const header =
    "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)\n";
  const row = (day: string, utr: string, balance: number) =>
    `1,${day},${day},-,UPI/ASHA VERM/919812345678-1@okaxis/UPI/AXIS BANK/${utr}/AXL1,,750.00,${balance}\n`;
  const november =
    row("27/11/2026", "633111654612", 750) + row("27/11/2026", "633111654613", 1500) + row("27/11/2026", "633111654614", 2250);
  const { lines } = await readText(header + november + row("27/10/2026", "636111654615", 3000), { bank: "icici" });
  expect(lines.map(({ utr, trust }) => [utr, trust])).toEqual([
    ["633111654612", "placed"],
    ["633111654613", "placed"],
    ["633111654614", "placed"],
    ["636111654615", "placed"],
  ]);
  expect(new Set(lines.map(({ identity }) => identity)).size).toBe(4);
  const twice = await readText(header + november + november, { bank: "icici" });
  expect(new Set(twice.lines.map(({ identity }) => identity)).size, "a line that is twice in one file").toBe(3);
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
  const statement = await openStatement(file(), { bank: "hdfc" }, TODAY);
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

/** What each of these made-up files says, in the layout that its bank exports today. */
const exported: [bank: StatementKind["bank"], layout: string, text: string][] = [
  [
    "kotak",
    "debit and credit, with Dr / Cr of the balance",
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Debit,Credit,Balance,Dr / Cr\n1,26-11-2026,26-11-2026,UPI/ASHA VERMA/633011112222/UPI,UPI-633011112222,,"1,499.07","2,499.07",CR\n2,26-11-2026 10:15,26-11-2026,CHARGES,,25.00,,"2,474.07",CR\n',
  ],
  [
    "kotak",
    "one amount, with its Dr / Cr before that of the balance",
    'Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr\n1,26-11-2026,UPI/ASHA VERMA/633011112222/UPI,UPI-633011112222,"1,499.07",CR,"2,499.07",CR\n2,26-11-2026,CHARGES,,25.00,DR,"2,474.07",CR\n',
  ],
  [
    "axis",
    "names with what is meant in brackets",
    "S.No,Transaction Date (dd/mm/yyyy),Value Date (dd/mm/yyyy),Particulars,Amount(INR),Debit/Credit,Balance(INR),Cheque Number,Branch Name(SOL)\n1,26/11/2026,26/11/2026,UPI/CR/633011112222/ASHA VERMA/UBIN/test/UPI,\t1499.07,CR,2499.07,-,PUNE (12)\n2,26/11/2026,26/11/2026,CHARGES,25.00,DR,2474.07,-,PUNE (12)\n",
  ],
  [
    "axis",
    "padded columns",
    "Tran Date ,CHQNO ,PARTICULARS ,DR ,CR ,BAL ,SOL\n 26-11-2026 , - ,UPI/P2A/633011112222/ASHA VERM/Axis Ban/UPI   ,  , 1499.07 , 2499.07 , 12\n 26-11-2026 , - ,CHARGES  , 25.00 ,  , 2474.07 , 12\n",
  ],
  [
    "sbi",
    "comma-separated, the narration broken inside a cell",
    'Date,Details,Ref No/Cheque No,Debit,Credit,Balance\n26 Nov 2026,"DEP TFR   UPI/CR/633011112222/ASHA V\nER/UTIB/asha.v /Paym  AT 20480 FORT",,,"1,499.07","2,499.07"\n26 Nov 2026,CHARGES,,25.00,,"2,474.07"\n',
  ],
  [
    "icici",
    "line breaks inside the names of columns",
    'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,"Withdrawal Amount\n(INR )","Deposit Amount\n(INR )","Balance\n(INR )"\n1,26/11/2026,26/11/2026,-,UPI/633011112222/note/asha@okaxis/Axis Bank,0.0,1499.07,2499.07\n2,26/11/2026,26/11/2026,-,CHARGES,25.00,0.0,2474.07\n',
  ],
  [
    "hdfc",
    "delimited text, padded, with a comma in a name",
    "Date     ,Narration                ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance\n  26/11/26  ,UPI-VERMA, ASHA-ASHA@OKAXIS-UTIB0000123-633011112222-UPI ,26/11/26 ,           0.00 ,        1499.07 ,0000633011112222 ,        2499.07\n  26/11/26  ,CHARGES  ,26/11/26 ,          25.00 ,           0.00 ,0 ,        2474.07\n",
  ],
];

for (const [bank, layout, text] of exported) {
  test(`[S10.13] an export of ${bank}: ${layout}`, async () => {
    const read = await readText(text, { bank });
    expect(read).toMatchObject({ refusal: null, unreadable: [] });
    expect(inShort(read)).toEqual([
      ["2026-11-26", "in", 1_499_07, "633011112222"],
      ["2026-11-26", "out", 25_00, null],
    ]);
  });
}

test("[S10.13] the columns of each layout are found whatever bank was chosen, with every separator, and in UTF-16 with and without its mark", async () => {
  const [, , text = ""] = exported[0] ?? [];
  for (const bank of ["hdfc", "icici", "sbi", "axis", "kotak", "other"] as const)
    expect((await readText(text, { bank })).lines, bank).toHaveLength(2);
  const rows = [
    ["Date", "Particulars", "Credit"],
    ["26/11/2026", "UPI 633011112222", "1499.07"],
  ];
  for (const separator of [",", "\t", ";", "|"]) {
    const file = `Account,12345\nsep=${separator}\n${rows.map((cells) => cells.join(separator)).join("\n")}\n`;
    for (const bytes of [
      Buffer.from(file),
      Buffer.from(`\ufeff${file}`),
      Buffer.from(`\ufeff${file}`, "utf16le"),
      Buffer.from(file, "utf16le"),
    ]) {
      const read = await readAll(bytes, { bank: "other" });
      expect(read.lines, JSON.stringify(separator)).toMatchObject([{ bookedOn: "2026-11-26", paise: 1_499_07 }]);
    }
  }
});

test.for([
  ["PNB", "Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance", "S1,26-11-2026,UPI,PUNE,,,499.07,1499.07"],
  ["AU", "Transaction Date,Description/Narration,Cheque/Reference No.,Debit (INR),Credit (INR)", "26-Nov-2026,UPI,-,-,499.07"],
  ["IOB", "Date,Chq No,Naration,COD,Debit,Credit,Balance", "26-Nov-26,,UPI,TRF,-,499.07,1499.07"],
  [
    "IndusInd",
    "Bank Reference,Transaction Date & Time,Type,Payment Narration,Debit,Credit",
    "S1,26 Nov 2026 10:15 AM,Credit,UPI,NA,499.07",
  ],
] as const)("[S10.13] the columns of other banks are found: %s", async ([, header, row]) => {
  expect(inShort(await readText(`${header}\n${row}\n`, { bank: "other" }))).toEqual([["2026-11-26", "in", 499_07, null]]);
});

test("[S10.13] debits are found where a bank misspells them", async () => {
  const header = "Transaction Date,Transaction Details,Cheque ID,Value Date,Withdrawl Amt,Deposit Amt,Balance (INR)";
  const read = await readText(`${header}\n26/11/2026,REV,,26/11/2026,499.07,,1\n`, { bank: "other" });
  expect(inShort(read)).toEqual([["2026-11-26", "out", 499_07, null]]);
});

test("[S10.13] a second account in a file may have its columns in another order", async () => {
  const text = "Date,Narration,Debit,Credit\n26/11/2026,x,,499.07\nAccount 2\nDate,Narration,Credit,Debit\n26/11/2026,y,499.08,\n";
  expect(inShort(await readText(text, { bank: "other" })).map(([, direction]) => direction)).toEqual(["in", "in"]);
});

test("[S10.13] a balance of nothing does not make one line of two", async () => {
  for (const balance of ["-", "0.00", "NA"]) {
    const line = `26/11/2026,CASH,,499.07,${balance}\n`;
    const { lines } = await readText(`Date,Narration,Debit,Credit,Balance\n${line}${line}`, { bank: "other" });
    expect(new Set(lines.map(({ identity }) => identity)).size, balance).toBe(2);
  }
});

test("[S10.13] a UTR that a comma moved into the column of debits is no amount", async () => {
  const text = "Date,Narration,Ref No,Debit,Credit,Balance\n26/11/2026,UPI ASHA, VERMA,633011112222,,499.07,\n";
  expect(inShort(await readText(text, { bank: "other" }))).toEqual([["2026-11-26", "in", 499_07, "633011112222"]]);
});

test("[S10.13] a header that lacks columns is refused with those that were found and those that are missing", async () => {
  const statement = await openStatement(inPieces(Buffer.from("Date,Particulars,Balance\n26/11/2026,x,5\n")), { bank: "axis" }, TODAY);
  expect(statement).toMatchObject({
    ok: false,
    code: "statementColumnsMissing",
    words: {
      found: [{ code: "statementColumnDate" }, { code: "statementColumnNarration" }, { code: "statementColumnBalance" }],
      missing: [{ code: "statementColumnCredit" }],
    },
  });
});

test("[S10.13] each row with an amount is read, a total, or counted as unreadable; a day to come is never taken", async () => {
  const rows = [
    "27NOV2026,UPI 633100000001,,5",
    '"Nov 27, 2026",UPI 633100000002,,5',
    "Fri 27 Nov 2026,UPI 633100000003,,5",
    "२७/११/२६,UPI 633100000004,,5",
    "2026/11/27,UPI 633100000005,,5",
    "28/11/2026,UPI 633100000006,,5",
    "some day,UPI 633100000007,,5",
    ",UPI 633100000008,,5",
    "Opening Balance,,,100",
    "Total,,0,140",
    ",Closing Balance,,140",
    "1000.00,5,3,140",
  ];
  const read = await readText(`Date,Narration,Withdrawal Amt.,Deposit Amt.\n${rows.join("\n")}\n`, { bank: "hdfc" });
  expect(read.lines.map(({ bookedOn }) => bookedOn)).toEqual(Array.from({ length: 5 }, () => "2026-11-27"));
  expect(read.unreadable).toEqual([7, 8, 9]);
});

test("[S10.13] a payer's words do not make a row with an amount a total, and one without any words is counted", async () => {
  const rows = [
    "some day,UPI-TOTAL GAMING-a@okaxis,,5",
    ",UPI-BALANCE AND COUNT-b@okaxis,,5",
    "some day,Total of mine,,5",
    ",,,5",
    "Grand Total,,0,20",
    ",TRANSACTION TOTAL,,20",
    ",Opening Balance,,20",
  ];
  const read = await readText(`Date,Narration,Withdrawal Amt.,Deposit Amt.\n27/11/2026,UPI 633100000001,,5\n${rows.join("\n")}\n`, {
    bank: "hdfc",
  });
  expect([read.lines.length, read.unreadable]).toEqual([1, [3, 4, 5, 6]]);
});

test("[S10.13] a file whose days only fit month first is read so", async () => {
  const head = "Date,Narration,Withdrawal Amt.,Deposit Amt.\n";
  const days = async (text: string) => (await readText(head + text, { bank: "hdfc" })).lines.map(({ bookedOn }) => bookedOn);
  expect(await days("11/12/2026,x,,5\n11/26/2026,y,,5\n")).toEqual(["2026-11-12", "2026-11-26"]);
  expect(await days("11/10/2026,x,,5\n")).toEqual(["2026-10-11"]);
});

test("[S10.13] a comma in HDFC's text is mended though the last cell is empty, or the header ends in a comma", async () => {
  const header = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
  const line = (text: string, out: string, paidIn: string, balance: string) =>
    `26/11/26,${text},0000633111654612,26/11/26,${out},${paidIn},${balance}`;
  const rows = [
    line("UPI-ASHA, VERMA-ASHA@YBL-YESB0000001-633111654612-UPI", "", "499.00", "1499.00"),
    line("UPI-ASHA, VERMA-ASHA@YBL-YESB0000001-633111654612-UPI", "", "499.00", ""),
    line("RENT, NOVEMBER, FLAT 2", "499.00", "", "1000.00"),
    line("RENT", "499.00", "", "1000.00"),
    line("PAID, 1,000,2,000", "499.00", "", "1000.00"),
  ];
  const read = ["in", "in", "out", "out", "out"].map((direction) => ["2026-11-26", direction, 49_900]);
  for (const [head, end] of [
    ["", ""],
    [",", ","],
    [",", ""],
    ["", ","],
    [",,", ","],
  ]) {
    const text = [`${header}${head}`, ...rows.map((row) => `${row}${end}`)].join("\n");
    const { lines, unreadable } = await readText(text, { bank: "hdfc" });
    expect(
      lines.map(({ bookedOn, direction, paise }) => [bookedOn, direction, paise]),
      `${head} ${end}`,
    ).toEqual(read);
    expect(unreadable).toEqual([]);
    expect(lines.map(({ narration }) => narration)[4]).toBe("PAID, 1,000,2,000");
  }
});

test("[S10.13] web pages and PDFs are named as such however they begin", async () => {
  const kind: StatementKind = { bank: "hdfc" };
  for (const text of [
    "<center>Statement</center>",
    "<script>x</script>",
    "\uFEFF<p>Hello",
    "Your statement\n\n<html><body><table><tr><td>Date</td></tr>",
    "MIME-Version: 1.0\nContent-Type: multipart/related\n\nDate",
    "Content-Type: text/html\n\nPGh0bWw+",
  ])
    expect((await readText(text, kind)).refusal, text).toBe("statementWebPage");
  expect((await readText("\n\n%PDF-1.7 ...", kind)).refusal).toBe("statementPdf");
  const payer = "Date,Narration,Withdrawal Amt.,Deposit Amt.\n26/11/26,UPI <table> <html>,,499.00";
  expect((await readText(payer, kind)).lines).toHaveLength(1);
});

test("[S10.13] the columns of a bank's own file can be chosen too, and a refusal names the file's columns", async () => {
  const text = "My statement\nBooked on;What for;Sum\n26/11/2026;UPI;499.00\n";
  const opened = await openStatement(inPieces(Buffer.from(text)), { bank: "axis" }, TODAY);
  expect(opened).toMatchObject({ ok: false, code: "statementHeaderNotFound", words: { columns: "Booked on · What for · Sum" } });
  const columns = { date: "booked on", narration: "what for", amount: "sum" };
  expect(inShort(await readText(text, { bank: "axis", columns }))).toEqual([["2026-11-26", "in", 49_900, null]]);
});

test("[S10.13] what programs put around days and amounts is left out", async () => {
  const cells = (day: string, amount: string) => `${day}\tUPI\t\t${amount}\n`;
  const rows = [
    cells("'26/11/2026", "'499.00"),
    cells('=""26/11/2026""', '=""499.00""'),
    cells('="26/11/2026"', '="499.00"'),
    cells("26/11/2026", "₹499 only"),
    cells("26th Nov 2026", "499.00 C"),
  ];
  const text = `Date\tNarration\tDebit\tCredit\n${rows.join("")}`;
  expect(inShort(await readText(text, { bank: "other" }))).toEqual(rows.map(() => ["2026-11-26", "in", 49_900, null]));
  const latin = Buffer.from("Date,Narration,Debit,Credit\n\xa026/11/2026,UPI,,499.00\xa0\n", "latin1");
  expect(inShort(await readAll(latin, { bank: "other" }))).toEqual([["2026-11-26", "in", 49_900, null]]);
});

test("[S10.13] neither an impossible day nor a footer keeps a file from being read month first, nor many lines before", async () => {
  const line = (day: string, amount = "499.00") => `${day},UPI,,${amount}\n`;
  const head = "Date,Narration,Debit,Credit\n";
  const first = async (text: string) => (await readText(`${head}${text}`, { bank: "other" })).lines[0]?.bookedOn;
  expect(await first(`${line("11/12/2026")}${line("11/26/2026")}${line("31/31/2026")}`)).toBe("2026-11-12");
  expect(await first(`${line("11/12/2026")}${line("11/26/2026")}26/11/2026,printed,,\n`)).toBe("2026-11-12");
  expect(await first(`${line("10/12/2026").repeat(8_000)}${line("11/26/2026")}`)).toBe("2026-10-12");
});

test("[S10.13] rows that a quote swallowed are counted as unreadable, each of them", async () => {
  const line = (text: string, amount: string) => `26/11/2026,${text},,${amount}\n`;
  const text = `Date,Narration,Debit,Credit\n${line("UPI ok", "1.00")}${line('"DEVI STORES UPI', "499.07")}${line("UPI two", "499.08")}${line('x" y', "499.09")}${line("UPI last", "2.00")}`;
  const { lines, unreadable } = await readText(text, { bank: "other" });
  expect(lines.map(({ paise }) => paise)).toEqual([100, 200]);
  expect(unreadable).toEqual([3, 4, 5]);
});
