import { randomUUID } from "node:crypto";
import { and, eq, gt, ne } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import type { ListedRefund, RefundProgress } from "#shop/payments/providers/provider.ts";
import { refunds } from "#shop/payments/tables.server.ts";
import { textOf } from "#shop/refusal.ts";
import { storeKey } from "#shop/stored-text.ts";
import { followRefund } from "../../claims/follow-refund.server.ts";
import { claims } from "../../claims/tables.server.ts";
import { lockWithOrder, type PaymentWithOrder } from "../lock-payment.server.ts";
import { askOwnerToLook, recordRefunded, recordRefundFailed } from "./record-refunded.server.ts";
import { refundAskedAgainMs } from "./refund-jobs.server.ts";

type Needs = QueueNeeds & Pick<Services, "db">;
type RefundRow = typeof refunds.$inferSelect;

/** How a refund of the shop stands: by its id here and, once it is known, the provider's. */
type Standing = { progress: RefundProgress; refundId: string | null; problem?: KeyedText };

/**
 * How far a provider's clock may be ahead of ours. A refund by hand is noted after it was made, so
 * one that the provider made later is another one, also if it is of the same amount.
 */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** Why a refund that was due is not sent, and what a refund says of which the buyer may have the money twice. */
const HELD = storeKey(textOf("refundsFound"));
const TWICE = storeKey(textOf("refundedTwice"));

/** Which states a refund may leave, and for which; a late answer never takes one back. */
const goesOn: Record<RefundRow["state"], readonly RefundProgress[]> = {
  due: ["sent", "done", "failed"],
  sent: ["sent", "done", "failed"],
  done: ["failed"],
  failed: ["done"],
};

/** Writes how a refund of the shop stands at the provider, in a transaction of its own. [S10.10] */
export async function writeStanding(services: Needs, { id, paymentId }: RefundRow, standing: Standing): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const locked = await lockWithOrder(tx, paymentId);
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, id));
    if (locked && row) await write(services, tx, locked, row, standing);
  });
}

/** Whether a refund of a provider's list is this one of the shop, by its id there or our key. */
export function isListedAs(
  { providerId, idempotencyKey }: Pick<RefundRow, "providerId" | "idempotencyKey">,
  listed: ListedRefund,
): boolean {
  return providerId === listed.refundId || idempotencyKey === listed.key;
}

/**
 * Takes a refund from a provider's list: one that the shop asked for goes on; one that it does not
 * know, made on the provider's own pages, is noted, or belongs to one that an admin noted by hand.
 * With one that the shop did not expect, as it was unknown or had failed, those that are due are held
 * back in the same transaction: an admin looks first, also if this process is killed here. [S10.10]
 */
export async function takeRefund(services: Needs, paymentId: string, listed: ListedRefund): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const locked = await lockWithOrder(tx, paymentId);
    if (!locked) return;
    const rows = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId));
    const own = rows.find((row) => isListedAs(row, listed));
    if (own) {
      if (own.how === "by hand") return;
      const isUnexpected = own.state === "failed" && own.problem !== TWICE && listed.progress === "done";
      return write(services, tx, isUnexpected ? await holdDue(services, tx, locked, rows) : locked, own, listed);
    }
    if (listed.progress === "failed" || listed.currency !== locked.payment.currency) return;
    const byHand = rows.find(
      ({ how, providerId, paise, createdAt }) =>
        how === "by hand" && providerId === null && paise === listed.paise && listed.at.getTime() <= createdAt.getTime() + CLOCKS_DIFFER_MS,
    );
    if (byHand) {
      await tx.update(refunds).set({ providerId: listed.refundId }).where(eq(refunds.id, byHand.id));
      return;
    }
    const left = await holdDue(services, tx, locked, rows);
    if (listed.paise <= left.payment.leftPaise) await insertFound(services, tx, left, listed);
  });
}

/** Keeps refunds that are due from being sent. Returns the payment with what is left of it then. */
async function holdDue(services: Needs, tx: Tx, locked: PaymentWithOrder, rows: RefundRow[]): Promise<PaymentWithOrder> {
  const due = rows.filter(({ state }) => state === "due");
  for (const row of due) await write(services, tx, locked, row, { progress: "failed", refundId: null, problem: textOf("refundsFound") });
  return (due.length > 0 && (await lockWithOrder(tx, locked.payment.id))) || locked;
}

async function write(services: Needs, tx: Tx, locked: PaymentWithOrder, row: RefundRow, standing: Standing): Promise<void> {
  const { progress, refundId, problem } = standing;
  const isHeld = row.state === "failed" && row.problem === HELD;
  // One that was held back may be on its way: it was just being sent.
  if (!goesOn[row.state].includes(progress) && !(isHeld && progress === "sent")) return;
  const providerId = refundId ?? row.providerId;
  if (row.state === "failed" && row.paise > locked.payment.leftPaise) return warnOfTwice(services, tx, locked, { ...row, providerId });
  const now = services.now();
  const nextAttemptAt = progress === "sent" ? new Date(now.getTime() + refundAskedAgainMs(row.createdAt, now)) : null;
  const warning = row.state === "sent" && row.problem === TWICE ? TWICE : null;
  const text = progress === "failed" ? storeKey(problem ?? textOf("refundNotTaken")) : warning;
  await tx
    .update(refunds)
    .set({
      state: progress,
      providerId,
      doneAt: progress === "done" ? now : null,
      nextAttemptAt,
      problem: text,
    })
    .where(eq(refunds.id, row.id));
  await followRefund(services, tx, locked.order, row.id, progress);
  if (row.state === "failed" && (isHeld || (await isGivenOtherwise(tx, row))))
    await warnOfTwice(services, tx, locked, { ...row, providerId });
  if (progress === "done") await recordRefunded(services, tx, locked, row.paise);
  if (progress === "failed") await recordRefundFailed(services, tx, locked, { wasDone: row.state === "done" });
}

/** Whether a later refund of the payment, or what became of its claim, stands for a refund that had failed. */
async function isGivenOtherwise(tx: Tx, { id, paymentId, createdAt }: RefundRow): Promise<boolean> {
  const later = and(eq(refunds.paymentId, paymentId), ne(refunds.state, "failed"), gt(refunds.createdAt, createdAt));
  if ((await tx.$count(refunds, later)) > 0) return true;
  return (await tx.$count(claims, and(eq(claims.refundId, id), ne(claims.state, "refunded")))) > 0;
}

/**
 * Notes at a refund that had failed, and that its provider did after all, that its buyer may have it
 * twice, and tells the owner once.
 */
async function warnOfTwice(services: Needs, tx: Tx, { order }: PaymentWithOrder, row: RefundRow): Promise<void> {
  await tx.update(refunds).set({ problem: TWICE, providerId: row.providerId }).where(eq(refunds.id, row.id));
  if (row.problem !== TWICE) await askOwnerToLook(services, tx, order);
}

/** Notes a refund that was made on the provider's own pages; its row has no admin. */
async function insertFound(services: Needs, tx: Tx, locked: PaymentWithOrder, { refundId, paise, progress }: ListedRefund): Promise<void> {
  const now = services.now();
  const id = randomUUID();
  await tx.insert(refunds).values({
    id,
    paymentId: locked.payment.id,
    paise,
    how: "provider",
    idempotencyKey: id,
    providerId: refundId,
    state: progress,
    createdAt: now,
    doneAt: progress === "done" ? now : null,
    nextAttemptAt: progress === "sent" ? new Date(now.getTime() + refundAskedAgainMs(now, now)) : null,
  });
  if (progress === "done") await recordRefunded(services, tx, locked, paise);
}
