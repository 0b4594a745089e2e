import { and, eq, inArray, sql } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { tellOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { enterHandedOver, untilNoneEnteredMeanwhile } from "#shop/stock/add-units.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { approve } from "./approval.ts";
import { type FoundUnit, findUnits, objectionToUnits, takeFree } from "./find-units.server.ts";
import { lockPending, pendingOrder } from "./lock-order.server.ts";
import type { ApprovalForm } from "./order-form.ts";
import { paidAtApproval } from "./payment.ts";
import { releaseHeld } from "./release-held.server.ts";
import { type OrderRow, orders, orderUnits } from "./tables.server.ts";
import { writeToBuyer } from "./write-to-buyer.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Approves a pending order with the IDs to hand over. What was reserved and is not delivered becomes available again, or is set aside when the
 * admin calls it faulty; an ID the shop did not know enters the books now. Refuses an ID that another order has, or another product. For admins.
 * [S4.1] [S4.4] [S4.5] [S4.6] [S5.4] [S5.5]
 */
export async function approveOrder(services: Needs, visitor: Visitor, requestCode: string, form: ApprovalForm): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  return untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx) => {
      const order = await lockPending(tx, requestCode, "approved");
      if (!order.ok) return order;
      const approval = approve(pendingOrder(order.value), form);
      if (!approval.ok) return approval;

      const [seen] = await inOneBreath([findUnits(services, tx, approval.value), signDeed(tx, visitor)]);
      const found = isHeld(order.value, form, seen) ? seen : await findBehindLock(services, tx, order.value, approval.value);
      const objection = objectionToUnits(order.value, found) ?? (await objectionToFaulty(tx, order.value, form.faulty, found));
      if (objection) return objection;

      const processedAt = services.now();
      await setFaultyAside(tx, order.value, form.faulty, processedAt);
      const { id, productId } = order.value;
      const unitIds = await idsOf(services, tx, productId, found, processedAt);
      const paidAt = paidAtApproval(order.value, processedAt);
      const approved = { status: "approved", processedAt, approvedBy: visitor.userId, downloadLink: form.downloadLink, paidAt } as const;
      // Sent in one breath, and what locks the stock comes last, so that others wait for it no longer than it takes.
      await inOneBreath([
        tx.update(orders).set(approved).where(eq(orders.id, id)),
        noteDeed(tx, visitor, { deed: "order-approved", subject: { kind: "order", id, name: requestCode } }, processedAt),
        writeToBuyer(services, tx, order.value, "order-approved"),
        tellOfOrder(services, tx, order.value, "approved"),
        announceOrder(tx, requestCode),
        lockStock(tx, [productId]),
        ...(isHeld(order.value, form, found) ? [] : [takeFree(tx, productId, unitIds)]),
        deliver(tx, order.value, unitIds, processedAt),
        releaseHeld(tx, { id, productId }),
      ]);
      return granted(null);
    }),
  );
}

/** Whether it gets just what it holds. That stays with an order while the order is locked; of anything else the stock has to be locked first. */
function isHeld(order: OrderRow, { faulty }: ApprovalForm, found: FoundUnit[]): boolean {
  return faulty.length === 0 && found.every(({ unit }) => unit?.orderId === order.id);
}

async function findBehindLock(services: Needs, tx: Tx, { productId }: OrderRow, values: string[]): Promise<FoundUnit[]> {
  const [, found] = await inOneBreath([lockStock(tx, [productId]), findUnits(services, tx, values)]);
  return found;
}

/** Only what this order holds, and does not hand over now, can be called faulty. */
async function objectionToFaulty(tx: Tx, order: OrderRow, faulty: string[], found: FoundUnit[]) {
  if (faulty.length === 0) return null;
  const delivered = new Set(found.map(({ unit }) => unit?.id));
  const ids = [...new Set(faulty.map(Number))];
  const held = await tx
    .select({ unitId: orderUnits.unitId })
    .from(orderUnits)
    .where(and(eq(orderUnits.orderId, order.id), inArray(orderUnits.unitId, ids)));
  return held.length === ids.length && !ids.some((id) => delivered.has(id)) ? null : refused("faultyIdNotHeld");
}

async function setFaultyAside(tx: Tx, order: OrderRow, faulty: string[], at: Date): Promise<void> {
  if (faulty.length === 0) return;
  const ids = faulty.map(Number);
  await tx.delete(orderUnits).where(and(eq(orderUnits.orderId, order.id), inArray(orderUnits.unitId, ids)));
  await tx.update(units).set({ setAside: "faulty", setAsideAt: at }).where(inArray(units.id, ids));
}

/** The units that are handed over, in the order of the lines: those that were new to the shop are entered. */
async function idsOf(services: Needs, tx: Tx, productId: string, found: FoundUnit[], at: Date): Promise<number[]> {
  const unknown = found.filter(({ unit }) => unit === null);
  const entered = await enterHandedOver(services, tx, productId, unknown, at);
  return found.map(({ unit, value }) => unit?.id ?? entered.get(value) ?? 0);
}

/** Books these IDs on the order: those it holds, those that were free, and those that are new to the shop. */
async function deliver(tx: Tx, order: OrderRow, unitIds: number[], deliveredAt: Date): Promise<void> {
  const booked = await tx
    .insert(orderUnits)
    .values(unitIds.map((unitId, position) => ({ unitId, orderId: order.id, deliveredAt, position })))
    .onConflictDoUpdate({
      target: orderUnits.unitId,
      set: { deliveredAt, position: sql`excluded.position` },
      setWhere: eq(orderUnits.orderId, order.id),
    })
    .returning({ unitId: orderUnits.unitId });
  if (booked.length !== order.quantity) throw new Error("an ID went to another order meanwhile");
}
