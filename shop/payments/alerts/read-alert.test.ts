import fc from "fast-check";
import { expect, test } from "vitest";
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

test("[S16.3] whatever a payer is called, amount and account are the bank's, and a number of theirs is never sure", () => {
  fc.assert(
    fc.property(amounts, payersWords, (paise, name) => {
      const texts = [
        `Credit Alert!\nRs.${rupees(paise)} credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA ${name} (UPI 633012345678)`,
        `Dear Customer, Acct XX2536 is credited with Rs ${rupees(paise)} on 26-Nov-26 from ${name}. UPI:633012345678-ICICI Bank.`,
        `Dear SBI User, your A/c X2536-credited by Rs.${rupees(paise)} on 26Nov26 transfer from ${name} Ref No 633012345678 -SBI`,
        `Received Rs.${rupees(paise)} in your Kotak Bank AC X2536 from ${name} on 26-11-26.UPI Ref:633012345678.`,
        `INR ${rupees(paise)} credited\nA/c no. XX2536\n26-11-26, 16:02:45 IST\nUPI/P2A/633012345678/${name}/ICICI Ban - Axis Bank`,
      ];
      for (const text of texts) {
        const read = readAlert(text);
        if (read.kind !== "credit") expect(read, "a name with an amount").toEqual({ kind: "unreadable" });
        else expect(read).toMatchObject({ paise, account: "2536", isReversal: false });
        if (read.kind === "credit" && read.trust === "sure") expect(read.utr).toBe("633012345678");
      }
    }),
  );
});

test("[S16.3] a name in front of an app's notice never makes another amount", () => {
  fc.assert(
    fc.property(amounts, payersWords, (paise, name) => {
      const read = readAlert(`${name} paid you ₹${rupees(paise)}`);
      if (read.kind === "credit") expect(read).toMatchObject({ paise, account: null });
    }),
  );
});

test("[S16.10] any text is read: none makes a pattern go back again and again", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), (text) => void readAlert(text)));
  const pieces = [
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
  ];
  // Nine times the text may take 40 times as long at most; a pattern that goes back takes 81 and more.
  for (const piece of pieces)
    for (const head of ["", "Dear Customer, ", "Rs.1.00 credited to A/c XX2536 "]) {
      const textOf = (length: number) => head + piece.repeat(length / piece.length);
      const [short, long] = [msToRead(textOf(200)), msToRead(textOf(1_900))];
      expect(long, `${head}${piece}`).toBeLessThan(40 * short + 1);
    }
});

/** How long a text takes to read at best, in ms: other work makes a reading longer, never shorter. */
function msToRead(text: string): number {
  const times = Array.from({ length: 30 }, () => {
    const began = performance.now();
    for (let n = 0; n < 10; n++) readAlert(text);
    return performance.now() - began;
  });
  return Math.min(...times);
}
