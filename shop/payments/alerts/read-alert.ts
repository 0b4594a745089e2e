import { canonicalText } from "#shop/canonical-text.ts";
import { type Paise, readRupees } from "#shop/money.ts";
import type { LineTrust } from "../payment.ts";
import { readDay } from "../statements/statement-days.ts";
import { alertHead, looksLikeCredit } from "./alert-forms.ts";

/** Money that a text says has come. */
export type AlertCredit = {
  kind: "credit";
  paise: Paise;
  /** The last digits of the account; apps name none. */
  account: string | null;
  /** The number that is named as its UTR, and how far it is one: a payer may write such words too. */
  utr: string | null;
  trust: LineTrust | null;
  /** All its numbers of 12 digits, the UTR first. The payer's name may have some, and the bank's advice. */
  numbers: string[];
  /** The day in the text, `2026-11-26`. */
  day: string | null;
  /** Whether the bank itself says that it is money that comes back. */
  isReversal: boolean;
};

/** `none`: it is about something else. `unreadable`: it may be about money that came. */
export type ReadAlert = AlertCredit | { kind: "none" } | { kind: "unreadable" };

/** More than any alert has; the rest is not looked at. */
const READ_MAX_LENGTH = 2_000;

/** The most numbers that are kept. */
const NUMBERS_MAX = 10;

/** Twelve digits alone, or behind a word for a reference, and no part of a payment address. */
const TWELVE = /(?<=^|[^\dA-Za-z]|UPI|IMPS|RRN|UTR|REF|NO)(?!0000)\d{12}(?![\dA-Za-z]|[\w.-]{0,60}@)/gi;

/** The words by which banks name a UTR, right before it. */
const NAMED =
  /(?:(?:UPI|IMPS)\/P2[AMP]\/|\b(?:UPI|IMPS|UTR|RRN|Ref(?:erence)?)(?:[ .:#]|no|ref|reference|transaction|txn|number|is|id){0,8})$/i;
const NAME_MAX_LENGTH = 60;

/** A day with its separators or the name of its month, and no time behind the month. */
const DAY = /\b\d{1,2}(?:[-/]\d{1,2}[-/]|[-/ ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-/ ]?)(?:20)?\d{2}\b(?!:)/gi;

/**
 * Reads what a bank's SMS, an app's notice or an email says about money that came. Only what stands
 * before the payer's part says how much and to which account; a payer's name, UPI ID and numbers
 * never do. A UTR is `sure` if it is the only number and named by a bank. The time grows with the
 * length alone. [S16.3]
 */
export function readAlert(written: string): ReadAlert {
  const text = canonicalText(written.slice(0, READ_MAX_LENGTH)).replace(/ +/g, " ").trim();
  const head = alertHead(text);
  if (head === "unclear") return { kind: "unreadable" };
  const paise = head && readRupees(head.amount);
  if (!head || !paise) return { kind: head || looksLikeCredit(text) ? "unreadable" : "none" };
  const { account, isOfBank, isReversal } = head;
  return { kind: "credit", paise, account, ...numbersOf(text, isOfBank), day: dayOf(text), isReversal };
}

function numbersOf(text: string, isOfBank: boolean): Pick<AlertCredit, "utr" | "trust" | "numbers"> {
  const found = [...text.matchAll(TWELVE)].map(({ 0: number, index }) => ({ number, isNamed: isNamed(text, index) }));
  // Most banks write the payer first and the UTR last.
  const named = found.filter((one) => one.isNamed).map(({ number }) => number);
  const numbers = [...new Set([...named.toReversed(), ...found.map(({ number }) => number)])].slice(0, NUMBERS_MAX);
  const utr = named.at(-1) ?? null;
  return { utr, trust: utr === null ? null : isOfBank && numbers.length === 1 ? "sure" : "guessed", numbers };
}

function isNamed(text: string, at: number): boolean {
  return NAMED.test(text.slice(Math.max(0, at - NAME_MAX_LENGTH), at));
}

function dayOf(text: string): string | null {
  for (const [written] of text.matchAll(DAY)) {
    const day = readDay(written);
    if (day !== null) return day;
  }
  return null;
}
