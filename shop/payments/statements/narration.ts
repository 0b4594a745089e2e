import { canonicalText } from "#shop/canonical-text.ts";
import type { LineTrust } from "../payment.ts";
import type { StatementBank } from "./banks.ts";
import { markedReversal, utrAtPlace } from "./narration-places.ts";

/** The longest narration that is kept. Banks write at most some 200 characters. */
export const NARRATION_MAX_LENGTH = 500;

/** The most numbers of a line that are kept. */
const NUMBERS_MAX = 10;

/** Digits, perhaps cut by spaces and line breaks, alone or behind a word for a reference. */
const DIGITS = /(?<=^|[^\dA-Za-z]|UPI|IMPS|RRN|UTR|REF|NO)\d+(?:\s+\d+)*(?![\dA-Za-z])/gi;

const UTR_LENGTH = 12;

/** A reference as banks pad and mark it, without spaces: `0000412345678901`, `UPI-412345678901`. */
const REFERENCE = /^'?(?:upi|imps|rrn|utr)?[:/-]*0*(?!0000)(\d{12})$/i;

/** A line's UTR, how far it is one, and every number of 12 digits, the UTR first. */
type LineNumbers = { utr: string | null; trust: LineTrust | null; numbers: string[] };

/** The words of a line, in the parts in which a file has them, and its bank's day. */
type LineWords = { narration: readonly string[]; reference: string; bookedOn: string };

/**
 * Finds the UTR of a line and all its numbers of 12 digits. `sure` is one in the bank's own column,
 * or the only number of the narration and at the place where this bank writes it. Beside another
 * number it is only `placed`, and one anywhere else is `guessed`: a payer may have written it in a
 * name, a UPI ID or a note. [S10.13]
 */
export function numbersIn(bank: StatementBank, { narration, reference, bookedOn }: LineWords): LineNumbers {
  const text = narration.map((part) => canonicalText(part).slice(0, NARRATION_MAX_LENGTH)).join(" ");
  const inColumn = REFERENCE.exec(withoutSpaces(canonicalText(reference)))?.[1] ?? null;
  const atPlace = utrAtPlace(bank, text);
  const inText = [...new Set([...(atPlace ? [atPlace] : []), ...twelveDigits(text)])];
  // The column of Kotak may have another number than the narration.
  const isColumnSure = inColumn !== null && (bank !== "kotak" || inText.length === 0 || inText.includes(inColumn));
  const placed = isColumnSure ? inColumn : atPlace;
  const others = inText.concat(inColumn ?? []).sort((one, other) => isOfDay(other, bookedOn) - isOfDay(one, bookedOn));
  const numbers = [...new Set([...(placed ? [placed] : []), ...others])].slice(0, NUMBERS_MAX);
  if (placed) return { utr: placed, trust: isColumnSure || inText.length === 1 ? "sure" : "placed", numbers };
  const utr = numbers.find((number) => !isInAddress(number, text)) ?? null;
  return { utr, trust: utr === null ? null : "guessed", numbers };
}

/** Every number of 12 digits in a text; a space or a line break may cut one. */
function twelveDigits(text: string): string[] {
  return [...text.matchAll(DIGITS)].flatMap(([group]) => {
    const runs = group.split(/\s+/);
    return runs.flatMap((_, from) => {
      let number = "";
      for (const run of runs.slice(from)) {
        number += run;
        if (number.length >= UTR_LENGTH) break;
      }
      return number.length === UTR_LENGTH && !number.startsWith("0000") ? [number] : [];
    });
  });
}

/** Whether a number begins a payment address such as `919812345678-1@okaxis`. */
function isInAddress(number: string, text: string): boolean {
  const at = text.indexOf(number);
  return at >= 0 && /^[\w.-]{0,60}@/.test(text.slice(at + number.length, at + number.length + 61));
}

/**
 * Whether a number begins as the UTRs of about this day do: the year's last digit and the day of
 * the year. That is a hint for choosing among several, never a proof.
 */
function isOfDay(number: string, bookedOn: string): number {
  const at = Date.parse(bookedOn);
  const year = bookedOn.slice(0, 4);
  const dayOfYear = (at - Date.parse(`${year}-01-01`)) / 86_400_000 + 1;
  return number[0] === year[3] && Math.abs(Number(number.slice(1, 4)) - dayOfYear) <= 1 ? 1 : 0;
}

/** Whether the bank itself marks a line as money that comes back. A payer's words never do. */
export function isReversal(bank: StatementBank, narration: readonly string[]): boolean {
  return markedReversal(bank, canonicalText(narration.join(" ")).slice(0, NARRATION_MAX_LENGTH));
}

/** A narration in one line, without the padding between its words, and not too long. */
export function inOneLine(parts: readonly string[]): string {
  return parts.join(" ").replace(/\s+/g, " ").trim().slice(0, NARRATION_MAX_LENGTH);
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, "");
}
