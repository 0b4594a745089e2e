import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { lockOrderById } from "#shop/orders/lock-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import type { AlertWait } from "#shop/payments/payment.ts";
import { isSureEnough, type LineMatch, startOfIndianDay } from "#shop/payments/statements/match-line.ts";
import { indianDay } from "#shop/payments/statements/statement-days.ts";
import { statementLines } from "#shop/payments/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { readInstantLimit } from "../settling/read-instant-limit.server.ts";
import { lockLine, matchAgain, meaningOf, payByLine } from "./pay-by-line.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/** Reasons that were found when the alert came, and that nothing changes later. */
const LASTING: readonly (AlertWait | null)[] = ["sender", "account", "late"];

/**
 * Delivers the order of an alert's line, if all of S16.6 hold and it fitted when it came; else notes
 * why it waits for a person, and its order waits too. Does nothing for a line that has paid or came
 * by a file. [S16.6] [S16.7]
 */
export async function deliverByAlert(services: Needs, lineId: number): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const line = await lockLine(tx, lineId);
    if (!line || line.paymentId !== null || line.sentAt === null) return;
    const match = await matchAgain(services, tx, line);
    const isLasting = LASTING.includes(line.waitsBecause);
    const wait = isLasting ? line.waitsBecause : await waitOf(services, tx, line, match);
    if (wait === null && "claim" in match) await payByLine(services, tx, { ...line, ...meaningOf(match) }, match.claim);
    else await endHold(tx, match);
    const meaning = isLasting || wait === null ? {} : meaningOf(match);
    await tx
      .update(statementLines)
      .set({ ...meaning, waitsBecause: wait })
      .where(eq(statementLines.id, lineId));
  });
}

async function waitOf(services: Needs, tx: Tx, line: { paise: number }, match: LineMatch): Promise<AlertWait | null> {
  const settings = await readSettings(services);
  if (!settings.alertsDeliver) return "off";
  return isSureEnough(line, match) ? limitOf(services, tx, line.paise, match.claim.orderId, settings) : "order";
}

/** The order of a line that waits is not cancelled: its buyer has paid, and need not say so. [S16.6] */
async function endHold(tx: Tx, match: LineMatch): Promise<void> {
  if (match.kind !== "certain" && match.kind !== "likely") return;
  const isHeld = and(eq(orders.id, match.claim.orderId), sql`${orders.status} = 'pending'`, isNotNull(orders.holdUntil));
  const ofUpi = inArray(orders.paymentMethod, ["upi", "request"]);
  const [held] = await tx.update(orders).set({ holdUntil: null }).where(and(isHeld, ofUpi)).returning({ code: orders.requestCode });
  if (held) await announceOrder(tx, held.code);
}

/**
 * Tries again what came before its buyer sent the UTR. [S16.6]
 */
export async function deliverByAlertOf(services: Needs, utr: string): Promise<void> {
  const isWaiting = and(eq(statementLines.reference, utr), isNotNull(statementLines.sentAt), isNull(statementLines.paymentId));
  const lines = await services.db.select({ id: statementLines.id }).from(statementLines).where(isWaiting).limit(LINES_OF_UTR_MAX);
  for (const { id } of lines) await deliverByAlert(services, id);
}
const LINES_OF_UTR_MAX = 3;

/**
 * What keeps an order from being delivered: it is not pending, the limits of instant delivery, or
 * that of the day, before which alerts wait for each other. [S10.6] [S16.6]
 */
async function limitOf(services: Needs, tx: Tx, paise: number, orderId: string, settings: ShopSettings): Promise<AlertWait | null> {
  const order = await lockOrderById(tx, orderId);
  if (order?.status !== "pending") return "order";
  if ((await readInstantLimit(services, tx, order, settings, [])).limit !== null) return "limit";
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('delivery by bank alerts', 0))`);
  const today = startOfIndianDay(indianDay(services.now())).toISOString();
  const { rows } = await tx.execute<{ paise: number }>(sql`
    select coalesce(sum(p.paise), 0)::float8 as paise from payments p join statement_lines l on l.payment_id = p.id
    where p.received_at >= ${today}::timestamptz and p.bank_proof is not null and l.sent_at is not null and l.waits_because is null`);
  return (rows[0]?.paise ?? 0) + paise > settings.alertsDayMax * 100 ? "day" : null;
}
