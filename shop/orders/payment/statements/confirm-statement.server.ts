import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { type LineMatch, matchLine, type OpenClaim } from "#shop/payments/statements/match-line.ts";
import { statementLines, statements } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { settle } from "../settling/settle.server.ts";
import { comparedLine, paidAtOf } from "./compared-line.ts";
import { findCandidates, noCandidates } from "./find-candidates.server.ts";
import type { ConfirmationForm } from "./statement-form.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/** How many lines were settled, how many no longer fit their order, and how many are left. */
export type ConfirmedStatement = { settled: number; changed: number; left: number };

type Line = typeof statementLines.$inferSelect;

/**
 * Settles the certain lines of a statement, and the likely ones that the admin chose. Each line has
 * its own transaction and is compared with the orders once more: where something changed since the
 * preview, nothing happens but that the preview says so. It stops when `mayGoOn` says no, the
 * chosen lines first; confirming again settles what is left. For admins. [S10.13]
 */
export async function confirmStatement(
  services: Needs,
  actor: Actor,
  statementId: string,
  { likely }: ConfirmationForm,
  report: (done: number, of: number) => void = () => {},
  mayGoOn: () => boolean = () => true,
): Promise<Result<ConfirmedStatement, "rightMissing" | "statementNotFound">> {
  if (!may(actor, "handle-money")) return rightMissing("handle-money");
  const [statement] = await services.db.select().from(statements).where(eq(statements.id, statementId));
  if (!statement || statement.state === "reading") return refused("statementNotFound");

  const ids = await linesToSettle(services, statementId, likely);
  const confirmed: ConfirmedStatement = { settled: 0, changed: 0, left: ids.length };
  for (const [done, id] of ids.entries()) {
    if (!mayGoOn()) break;
    const isSettled = await inTransaction(services.db, (tx) => settleLine(services, tx, id));
    confirmed[isSettled ? "settled" : "changed"] += 1;
    confirmed.left -= 1;
    report(done + 1, ids.length);
  }
  await inTransaction(services.db, (tx) => recordConfirmation(services, tx, actor, statement, confirmed));
  return ok(confirmed);
}

async function linesToSettle({ db }: Needs, statementId: string, likely: readonly string[]): Promise<number[]> {
  const chosen = likely.map(Number).filter(Number.isSafeInteger);
  const isChosen = chosen.length > 0 ? and(eq(statementLines.verdict, "likely"), inArray(statementLines.id, chosen)) : undefined;
  const rows = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.statementId, statementId),
        isNull(statementLines.paymentId),
        or(eq(statementLines.verdict, "certain"), isChosen),
      ),
    )
    .orderBy(desc(eq(statementLines.verdict, "likely")), statementLines.id);
  return rows.map(({ id }) => id);
}

/** Settles a line if it still means what the admin saw. Returns whether it did. */
async function settleLine(services: Needs, tx: Tx, id: number): Promise<boolean> {
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for("update");
  if (!line || line.paymentId !== null) return false;
  const match = await matchAgain(services, tx, line);
  if (match.kind !== line.verdict || !("claim" in match) || match.claim.orderId !== line.orderId) {
    const orderId = "claim" in match ? match.claim.orderId : null;
    await tx.update(statementLines).set({ verdict: match.kind, orderId }).where(eq(statementLines.id, id));
    return false;
  }

  const reference = referenceOf(line, match.claim);
  const paidAt = paidAtOf(line.day, match.claim.placedAt);
  const { paymentId } = await settle(services, tx, {
    source: "upi",
    reference,
    paise: line.paise,
    currency: RUPEES,
    paidAt,
    countsWhenPaid: true,
    payer: line.narration ? services.vault.decrypt(placeOf("statement_lines.narration", line.fingerprint), line.narration) : "",
    feePaise: null,
    orderId: line.orderId,
    attemptId: null,
  });
  // An admin recorded this UTR at the same moment: the line has paid for nothing.
  await tx
    .update(statementLines)
    .set(paymentId === null ? { verdict: "conflict" } : { paymentId })
    .where(eq(statementLines.id, id));
  return paymentId !== null;
}

async function matchAgain(services: Needs, tx: Tx, line: Line): Promise<LineMatch> {
  const compared = comparedLine(line);
  const [candidates = noCandidates] = await findCandidates(tx, [compared], services.now());
  return matchLine(compared, candidates);
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

async function recordConfirmation(
  { now }: Needs,
  tx: Tx,
  admin: ActingAdmin,
  { id, fileName }: Pick<typeof statements.$inferSelect, "id" | "fileName">,
  { settled }: ConfirmedStatement,
): Promise<void> {
  const at = now();
  await tx
    .update(statements)
    .set({ state: "confirmed", confirmedAt: sql`coalesce(${statements.confirmedAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(statements.id, id));
  const subject = { kind: "settings", id, name: fileName } as const;
  await recordAction(tx, admin, { action: "statement-confirmed", subject, facts: { settled } }, at);
}
