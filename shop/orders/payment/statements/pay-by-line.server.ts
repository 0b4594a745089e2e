import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { lockOrderById } from "#shop/orders/lock-order.server.ts";
import { type LineVerdict, RUPEES } from "#shop/payments/payment.ts";
import { type LineMatch, matchLine, type OpenClaim } from "#shop/payments/statements/match-line.ts";
import { payments, statementLines } from "#shop/payments/tables.server.ts";
import { settle } from "../settling/settle.server.ts";
import { comparedLine, paidAtOf } from "./compared-line.ts";
import { findCandidates, noCandidates } from "./find-candidates.server.ts";

type Line = typeof statementLines.$inferSelect;

/** Locks a line of a statement. A transaction locks it before its order. */
export async function lockLine(tx: Tx, id: number): Promise<Line | undefined> {
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for("update");
  return line;
}

/**
 * What a stored line means now. Locks the order that it meant, so that another line of the same
 * money has paid for it, or waits. [S10.13]
 */
export async function matchAgain({ now }: Pick<Services, "now">, tx: Tx, line: Line): Promise<LineMatch> {
  if (line.orderId !== null) await lockOrderById(tx, line.orderId);
  const compared = comparedLine(line);
  const [candidates = noCandidates] = await findCandidates(tx, [compared], now());
  return matchLine(compared, candidates);
}

/** What is stored of a line's meaning. */
export function meaningOf(match: LineMatch): { verdict: LineVerdict; orderId: string | null } {
  return { verdict: match.kind, orderId: "claim" in match ? match.claim.orderId : null };
}

/**
 * Settles the money of a locked line with the order that it means. Returns whether it paid: not if
 * an admin recorded its UTR at the same moment. What an alert brought awaits a statement. [S10.13]
 * [S16.8]
 */
export async function payByLine(
  services: QueueNeeds & Pick<Services, "db" | "settings">,
  tx: Tx,
  line: Line,
  claim: OpenClaim,
): Promise<boolean> {
  const { paymentId } = await settle(services, tx, {
    source: "upi",
    reference: referenceOf(line, claim),
    paise: line.paise,
    currency: RUPEES,
    paidAt: paidAtOf(line.day, claim.placedAt),
    countsWhenPaid: true,
    payer: line.narration ? services.vault.decrypt(placeOf("statement_lines.narration", line.fingerprint), line.narration) : "",
    feePaise: null,
    orderId: claim.orderId,
    attemptId: null,
  });
  await tx
    .update(statementLines)
    .set(
      paymentId === null
        ? { verdict: "conflict" }
        : { ...meaningOf({ kind: line.verdict === "likely" ? "likely" : "certain", claim }), paymentId },
    )
    .where(eq(statementLines.id, line.id));
  if (paymentId !== null && line.sentAt !== null) await tx.update(payments).set({ bankProof: "awaited" }).where(eq(payments.id, paymentId));
  return paymentId !== null;
}

/**
 * By what a line's payment is known: the number that its order named, else the UTR at the bank's
 * own place, else its fingerprint.
 */
function referenceOf({ reference, trust, numbers, fingerprint }: Line, claim: OpenClaim): string {
  const named = trust !== "sure" && claim.utr !== null && numbers.includes(claim.utr) ? claim.utr : null;
  const placed = trust === "sure" || trust === "placed" ? reference : null;
  return named ?? placed ?? `line-${fingerprint.toString("hex")}`;
}
