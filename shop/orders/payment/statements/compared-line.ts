import { RUPEES } from "#shop/payments/payment.ts";
import { startOfIndianDay } from "#shop/payments/statements/match-line.ts";
import type { StatementLine } from "#shop/payments/statements/statement-line.ts";
import { fateOf, type OrderToPay } from "../settling/settle.ts";

/** The parts of a stored line by which it is compared with the orders. */
type Stored = Pick<StatementLine, "paise" | "trust" | "numbers" | "isReversal"> & { day: string; reference: string | null };

/** A stored line as `findCandidates` and `matchLine` take it. [S10.13] */
export function comparedLine({ paise, trust, numbers, isReversal, day, reference }: Stored) {
  return { paise, trust, numbers, isReversal, bookedOn: day, utr: reference };
}

/** When the money of a line came: the beginning of its day, but not before its order. */
export function paidAtOf(day: string, placedAt: Date): Date {
  return new Date(Math.max(startOfIndianDay(day).getTime(), placedAt.getTime()));
}

/** What confirming a line does to its order, or to its money. */
export type LineEffect = "deliver" | "reopen" | "record" | "review" | "refund";

/** Says what confirming a line would do now, if enough IDs are free. [S10.8] [S10.13] */
export function effectOf(
  line: { day: string; paise: number },
  order: Omit<OrderToPay, "isPaidFor"> & { createdAt: Date },
  latePaymentHours: number,
): LineEffect {
  const at = paidAtOf(line.day, order.createdAt);
  const fate = fateOf({ paise: line.paise, currency: RUPEES }, { ...order, isPaidFor: false }, { at, latePaymentHours });
  if (fate.is !== "pays") return fate.is === "review" ? "review" : "refund";
  return ({ reserved: "deliver", stock: "reopen", delivered: "record" } as const)[fate.from];
}
