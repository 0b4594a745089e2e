import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { canonicalText } from "#shop/canonical-text.ts";
import { readRupees } from "#shop/money.ts";
import { credits, others, unreadable } from "#tests/payments/alerts/alert-texts.ts";
import { readAlert } from "./read-alert.ts";

test.each(Object.entries(credits))(
  "[S16.3] reads a credit: %s",
  (_, [text, { paise, account, utr, day = null, isSure = false, isReversal = false }]) => {
    const trust = utr === null ? null : isSure ? "sure" : "guessed";
    expect(readAlert(text)).toMatchObject({ kind: "credit", paise, account, utr, trust, day, isReversal });
  },
);

test.each(Object.entries(others))("[S16.3] is no credit: %s", (_, text) => {
  expect(readAlert(text)).toEqual({ kind: "none" });
});

test.each(Object.entries(unreadable))("[S16.3] is left to a person: %s", (_, text) => {
  expect(readAlert(text)).toEqual({ kind: "unreadable" });
});

test("[S16.3] days are read as the bank writes them", () => {
  const dayIn = (written: string) => readAlert(`Rs.5.00 credited to A/c XX2536 on ${written} (UPI 633012345678)`);
  for (const written of ["26-11-26", "26/11/2026", "26-Nov-26", "26NOV2026", "26Nov26"])
    expect(dayIn(written), written).toMatchObject({ day: "2026-11-26" });
  expect(dayIn("99-99-26")).toMatchObject({ day: null });
  for (const none of ["26 NOV 16:02hr", "45000", "261126", "26 11 26"]) expect(dayIn(none), none).toMatchObject({ day: null });
});

/** What a payer may try to have read. */
const payersWords = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    "Rs.99999.00 credited to HDFC Bank A/c XX2536",
    "UPI 633099999999",
    "(UPI Ref No 633099999999)",
    "633099999999@okaxis",
    "reversal",
    "on 01-01-20",
    "A/c XX0000",
    "₹99,999 received from",
  ),
);
const amounts = fc.integer({ min: 1, max: 10_000_000 });
const rupees = (paise: number) => `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;

/** Three a run; `HOSTILE_TEXTS=100000` reads as many as the requirement names. */
const HOSTILE_TEXTS = Number(process.env.HOSTILE_TEXTS ?? 3_000);
/** A payer's own text: what may be misread, broken off and put together again. */
const hostile = fc
  .array(fc.oneof({ weight: 3, arbitrary: payersWords }, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 8 })
  .map((words) => words.join(" "));
const digits = fc.integer({ min: 0, max: 10 ** 11 - 1 }).map((n) => `6${String(n).padStart(11, "0")}`);

/** The texts of banks around what a payer writes. */
const bankTexts: ((amount: string, utr: string, payer: string) => string)[] = [
  (amount, utr, payer) => `Credit Alert!\nRs.${amount} credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA ${payer} (UPI ${utr})`,
  (amount, utr, payer) => `Dear Customer, Acct XX2536 is credited with Rs ${amount} on 26-Nov-26 from ${payer}. UPI:${utr}-ICICI Bank.`,
  (amount, utr, payer) => `Dear SBI User, your A/c X2536-credited by Rs.${amount} on 26Nov26 transfer from ${payer} Ref No ${utr} -SBI`,
  (amount, utr, payer) => `Received Rs.${amount} in your Kotak Bank AC X2536 from ${payer} on 26-11-26.UPI Ref:${utr}.`,
  (amount, utr, payer) => `INR ${amount} credited\nA/c no. XX2536\n26-11-26, 16:02:45 IST\nUPI/P2A/${utr}/${payer}/ICICI Ban - Axis Bank`,
];

test("[S16.3] [S16.10] whatever a payer writes, amount and account are the bank's, and a number of theirs is never sure", () => {
  fc.assert(
    fc.property(amounts, digits, fc.oneof(payersWords, hostile), fc.constantFrom(...bankTexts), (paise, utr, payer, textOf) => {
      const read = readAlert(textOf(rupees(paise), utr, payer));
      if (read.kind !== "credit") expect(read, "a second amount").toEqual({ kind: "unreadable" });
      else expect(read).toMatchObject({ paise, account: "2536", isReversal: false });
      if (read.kind === "credit" && read.trust === "sure") expect(read.utr).toBe(utr);
    }),
    { numRuns: HOSTILE_TEXTS / 3 },
  );
});

test("[S16.3] [S16.10] any text is read without an error, and what is read has its bounds", () => {
  const long = { maxLength: 3_000 };
  const anyText = fc.oneof(
    { weight: 40, arbitrary: hostile },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", ...long }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", ...long }) },
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readAlert(text);
      if (read.kind !== "credit") {
        expect(Object.keys(read)).toEqual(["kind"]);
        return;
      }
      expect(Number.isSafeInteger(read.paise) && read.paise > 0, "the amount").toBe(true);
      expect(read.account ?? "0000").toMatch(/^\d{3,6}$/);
      expect(read.day ?? "2026-11-26").toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(read.numbers.length).toBeLessThanOrEqual(10);
      for (const number of read.utr === null ? read.numbers : [read.utr, ...read.numbers]) expect(number).toMatch(/^\d{12}$/);
    }),
    { numRuns: (2 * HOSTILE_TEXTS) / 3 },
  );
}, 600_000);

test("[S16.3] a name in front of an app's notice never makes another amount", () => {
  fc.assert(
    fc.property(amounts, payersWords, (paise, name) => {
      const read = readAlert(`${name} paid you ₹${rupees(paise)}`);
      const isAnother = read.kind === "credit" && (read.paise !== paise || read.account !== null);
      expect(isAnother, JSON.stringify(read)).toBe(false);
    }),
  );
});

/** The longest texts that make a pattern begin again and again. */
const repeated = [
  "Rs.1 ",
  "A/c XX",
  "Dear Customer, ",
  "1,",
  "UPI ",
  "633012345678 ",
  "credited to ",
  "on 1-1-1 ",
  "X",
  " ",
  "₹",
  "a@",
  "\u0301",
  "share a ",
].flatMap((piece) => ["", "Dear Customer, ", "Rs.1.00 credited to A/c XX2536 "].map((head) => ({ head, piece })));

test("[S16.10] reading is linear: each pattern sees a bounded part from where it begins, and the text is searched a few times", () => {
  // Each text is spelled canonically first, and an amount of at most 22 characters read last.
  const known = searchesOf(() => [canonicalText("é"), readRupees("1,160.00")]).patterns;
  for (const { head, piece } of repeated) {
    const textOf = (length: number) => head + piece.repeat(length / piece.length);
    // Nine times the text; a search that began again for each character would take 81 times as long.
    const searches = (length: number) => searchesOf(() => readAlert(textOf(length)));
    const [short, long, tooLong] = [searches(200), searches(1_800), searches(100_000)];
    for (const pattern of long.patterns) expect(known.has(pattern) || isBounded(pattern), pattern.source).toBe(true);
    expect(long.characters, `${head}${piece}`).toBeLessThanOrEqual(10 * short.characters);
    expect(tooLong.characters, "the rest is not looked at").toBeLessThanOrEqual(2 * long.characters);
  }
});

test.each([/a+b/, /(?:a*)*/, /a{2,}b/, /[^a]*a/])("a pattern without a bound is found: %s", (pattern) => {
  expect(isBounded(pattern)).toBe(false);
});

/** Which patterns are used, and how many characters all their searches go over. */
function searchesOf(read: () => unknown): { patterns: Set<RegExp>; characters: number } {
  const searches = { patterns: new Set<RegExp>(), characters: 0 };
  const { exec } = RegExp.prototype;
  const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, searched) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, searched);
    searches.patterns.add(this);
    searches.characters += (found ? found.index + found[0].length : searched.length) - from;
    return found;
  });
  try {
    read();
  } finally {
    spy.mockRestore();
  }
  return searches;
}

/**
 * Whether a pattern can only look at a bounded number of characters from where it begins: nothing
 * in it repeats without an end, unless it is nothing but that.
 */
function isBounded({ source }: RegExp): boolean {
  const bare = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  return /^.\+$/.test(bare) || !/[*+]|\{\d+,\}/.test(bare);
}
