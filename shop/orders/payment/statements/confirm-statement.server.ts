import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { statementLines, statements } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { lockLine, matchAgain, meaningOf, payByLine } from "./pay-by-line.server.ts";
import { proveAlerts } from "./prove-alerts.server.ts";
import type { ConfirmationForm } from "./statement-form.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/** How many lines were settled, how many no longer fit their order, and how many are left. */
export type ConfirmedStatement = { settled: number; changed: number; left: number };

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
  forgetSettings(services);
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
        or(eq(statementLines.statementId, statementId), eq(statementLines.seenIn, statementId)),
        isNull(statementLines.paymentId),
        or(eq(statementLines.verdict, "certain"), isChosen),
      ),
    )
    .orderBy(desc(eq(statementLines.verdict, "likely")), statementLines.id);
  return rows.map(({ id }) => id);
}

/** Settles a line if it still means what the admin saw. Returns whether it did. */
async function settleLine(services: Needs, tx: Tx, id: number): Promise<boolean> {
  const line = await lockLine(tx, id);
  if (!line || line.paymentId !== null) return false;
  const match = await matchAgain(services, tx, line);
  if (match.kind !== line.verdict || !("claim" in match) || match.claim.orderId !== line.orderId) {
    await tx.update(statementLines).set(meaningOf(match)).where(eq(statementLines.id, id));
    return false;
  }
  return payByLine(services, tx, line, match.claim);
}

async function recordConfirmation(
  { now }: Needs,
  tx: Tx,
  admin: ActingAdmin,
  statement: typeof statements.$inferSelect,
  { settled }: ConfirmedStatement,
): Promise<void> {
  const at = now();
  const { id, fileName } = statement;
  await tx
    .update(statements)
    .set({ state: "confirmed", confirmedAt: sql`coalesce(${statements.confirmedAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(statements.id, id));
  const subject = { kind: "settings", id, name: fileName } as const;
  await recordAction(tx, admin, { action: "statement-confirmed", subject, facts: { settled } }, at);
  if ((await proveAlerts(tx, statement)) > 0) await recordAction(tx, admin, { action: "alerts-stopped", subject }, at);
}
