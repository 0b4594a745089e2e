import { HOUR_MS } from "#shop/constants.ts";
import type { Paise } from "#shop/money.ts";
import type { StatementLine } from "./statement-line.ts";

/** An order as a statement's line is compared with it. */
export type OpenClaim = {
  orderId: string;
  requestCode: string;
  payablePaise: Paise;
  /** Whether no other order has this amount to pay. */
  hasOwnAmount: boolean;
  placedAt: Date;
  /** The UTR that its buyer sent. */
  utr: string | null;
  /** Whether money was matched with it before. */
  isPaid: boolean;
};

/** Why a line that has to do with an order does not decide about it. */
export type ConflictReason =
  | "otherAmount"
  | "utrOfSeveral"
  | "beforeOrder"
  | "otherUtr"
  | "reversal"
  | "paidBefore"
  | "utrCounted"
  | "severalLines";

/** What a line means for the shop's orders. [S10.13] */
export type LineMatch =
  | { kind: "certain"; claim: OpenClaim }
  | { kind: "likely"; claim: OpenClaim }
  | { kind: "conflict"; claim: OpenClaim; reason: ConflictReason }
  | { kind: "other" };

/**
 * The orders that a line may be for: those that named one of its numbers, and the one with its
 * amount. `isCounted`: a payment that may be this line is there already, such as one that an admin
 * recorded. `isTakenBack`: a statement says that money with its UTR left the account.
 */
export type Candidates = { byUtr: readonly OpenClaim[]; byAmount: OpenClaim | null; isCounted: boolean; isTakenBack: boolean };

/**
 * Tells what a line of money in means. A sure UTR and the amount of one order, not before its day,
 * are certain. A number that its payer may have written, or an amount of its own, is likely at
 * most. A UTR, a round amount or a picture alone decides nothing. [S10.12] [S10.13]
 */
export function matchLine(credit: Compared, { byUtr, byAmount, isCounted, isTakenBack }: Candidates): LineMatch {
  const line = { ...credit, isReversal: credit.isReversal || isTakenBack };
  const bySureUtr = line.trust === "sure" ? byUtr.filter(({ utr }) => utr === line.utr) : [];
  const [sure, ...others] = bySureUtr;
  if (sure) {
    const reason = others.length > 0 ? "utrOfSeveral" : doubtAbout(line, sure, isCounted);
    return reason ? { kind: "conflict", claim: sure, reason } : { kind: "certain", claim: sure };
  }
  const ofItsAmount = byUtr.filter(({ payablePaise }) => payablePaise === line.paise);
  const [named, ...more] = ofItsAmount;
  if (named) return unlessDoubtful(named, more.length > 0 ? "utrOfSeveral" : doubtAbout(line, named, isCounted));
  const byItsAmount = matchAmount(line, byAmount, isCounted);
  const [other] = byUtr;
  return byItsAmount.kind === "other" && other ? unlessDoubtful(other, doubtAbout(line, other, isCounted)) : byItsAmount;
}

/** What an amount means that only one order has, where no order of this amount named a number. */
function matchAmount(line: Compared, claim: OpenClaim | null, isCounted: boolean): LineMatch {
  if (!claim?.hasOwnAmount || isRound(line.paise) || line.paise !== claim.payablePaise) return { kind: "other" };
  const isOfOther = claim.utr !== null && (line.trust === "sure" || line.trust === "placed");
  const reason = isOfOther ? "otherUtr" : doubtAbout(line, claim, isCounted);
  return reason === "beforeOrder" ? { kind: "other" } : unlessDoubtful(claim, reason);
}

/**
 * Whether a line is sure enough to deliver its order without a person: it is certain, or has an
 * amount that is its order's own. A text, a round amount or a number alone never is. [S16.6]
 */
export function isSureEnough(line: Pick<Compared, "paise">, match: LineMatch): match is Extract<LineMatch, { kind: "certain" | "likely" }> {
  if (match.kind === "certain") return true;
  return match.kind === "likely" && match.claim.hasOwnAmount && match.claim.payablePaise === line.paise && !isRound(line.paise);
}

function unlessDoubtful(claim: OpenClaim, reason: ConflictReason | null): LineMatch {
  return reason ? { kind: "conflict", claim, reason } : { kind: "likely", claim };
}

type Compared = Pick<StatementLine, "paise" | "bookedOn" | "isReversal" | "utr" | "trust">;

function doubtAbout(line: Compared, claim: OpenClaim, isCounted: boolean): ConflictReason | null {
  if (line.isReversal) return "reversal";
  if (line.paise !== claim.payablePaise) return "otherAmount";
  if (line.bookedOn < indianDay(claim.placedAt)) return "beforeOrder";
  if (claim.isPaid) return "paidBefore";
  return isCounted ? "utrCounted" : null;
}

const INDIA_AHEAD_MS = 5.5 * HOUR_MS;

/** A time's day in India, where the banks are: `2026-11-26`. */
function indianDay(at: Date): string {
  return new Date(at.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10);
}

/** The beginning of a day in India. */
export function startOfIndianDay(day: string): Date {
  return new Date(Date.parse(day) - INDIA_AHEAD_MS);
}

/** Whole rupees, which anybody may send for anything. */
function isRound(paise: Paise): boolean {
  return paise % 100 === 0;
}

/**
 * Lets each order have one line at most: beside a certain one every other is a conflict, and so are
 * several that are only likely. [S10.13]
 */
export function oneLineEach(matches: readonly LineMatch[]): LineMatch[] {
  const counts = new Map<string, { certain: number; likely: number }>();
  for (const match of matches) {
    if (match.kind !== "certain" && match.kind !== "likely") continue;
    const count = counts.get(match.claim.orderId) ?? { certain: 0, likely: 0 };
    count[match.kind] += 1;
    counts.set(match.claim.orderId, count);
  }
  return matches.map((match) => {
    if (match.kind !== "certain" && match.kind !== "likely") return match;
    const { certain = 0, likely = 0 } = counts.get(match.claim.orderId) ?? {};
    const isAlone = match.kind === "certain" ? certain === 1 : certain === 0 && likely === 1;
    return isAlone ? match : { kind: "conflict", claim: match.claim, reason: "severalLines" };
  });
}
