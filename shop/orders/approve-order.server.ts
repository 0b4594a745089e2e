import { and, eq, inArray, sql } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import { inOneTransaction, type ReadAlong, readNothing } from "#platform/database/one-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { type Open, type Statement, statement, written } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteOfDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { noticeOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { enterHandedOver, untilNoneEnteredMeanwhile } from "#shop/stock/add-units.server.ts";
import { lockOfStock, lockStock } from "#shop/stock/lock-stock.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import { announced, topicsOf } from "./announce-order.server.ts";
import { approve } from "./approval.ts";
import { type FoundUnit, findUnits, objectionToUnits, takeOfFree } from "./find-units.server.ts";
import { lockPending, pendingOrder } from "./lock-order.server.ts";
import type { ApprovalForm } from "./order-form.ts";
import { paidAtApproval } from "./payment.ts";
import { releaseOfHeld } from "./release-held.server.ts";
import { type OrderRow, orders, orderUnits } from "./tables.server.ts";
import { customerEmailOf, letterToBuyer } from "./write-to-buyer.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Approves a pending order with the IDs to hand over. What was reserved and is not delivered becomes available again, or is set aside when the
 * admin calls it faulty; an ID the shop did not know enters the books now. Refuses an ID that another order has, or another product. For admins.
 * [S4.1] [S4.4] [S4.5] [S4.6] [S5.4] [S5.5]
 */
export async function approveOrder<T = never>(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: ApprovalForm,
  readAlong: ReadAlong<T> = readNothing,
): Promise<Result<T | null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  return untilNoneEnteredMeanwhile(() =>
    inOneTransaction(services.db, async (tx, writeAndCommit) => {
      const [order, customerEmail, seen] = await inOneBreath([
        lockPending(tx, requestCode, "approved"),
        customerEmailOf(tx, requestCode),
        findUnits(services, tx, form.ids),
        signDeed(tx, visitor),
      ]);
      if (!order.ok) return order;
      const approval = approve(pendingOrder(order.value), form);
      if (!approval.ok) return approval;

      const found = isHeld(order.value, form, seen) ? seen : await findBehindLock(services, tx, order.value, approval.value);
      const objection = (await objectionToUnits(tx, order.value, found)) ?? (await objectionToFaulty(tx, order.value, form.faulty, found));
      if (objection) return objection;

      const processedAt = services.now();
      await setFaultyAside(tx, order.value, form.faulty, processedAt);
      const { id, productId } = order.value;
      const unitIds = await idsOf(services, tx, productId, found, processedAt);
      const paidAt = paidAtApproval(order.value, processedAt);
      // Behind the stock's lock comes only what needs it, and then the commit: nobody waits for it longer than that takes.
      const statements = [
        approving({ id, processedAt, approvedBy: visitor.userId, downloadLink: form.downloadLink, paidAt, topics: topicsOf(requestCode) }),
        noteOfDeed(visitor, { deed: "order-approved", subject: { kind: "order", id, name: requestCode } }, processedAt),
        letterToBuyer(services, order.value, customerEmail, "order-approved"),
        noticeOfOrder(services, order.value, "approved"),
        lockOfStock(tx, [productId]),
        ...(isHeld(order.value, form, found)
          ? [deliveryOfHeld({ orderId: id, unitIds, deliveredAt: processedAt })]
          : [takeOfFree(productId, unitIds), delivery(id, unitIds, processedAt), releaseOfHeld({ id, productId })]),
      ];
      return granted(await writeAndCommit(statements, () => readAlong(tx)));
    }),
  );
}

/** Whether it gets just what it holds. That stays with an order while the order is locked, and nothing of it is left over; of anything else the stock has to be locked first. */
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

type Approved = { id: string; processedAt: Date; approvedBy: string; downloadLink: string | null; paidAt: Date | null; topics: string[] };
const approving = written("approve-order", ({ id, processedAt, approvedBy, downloadLink, paidAt, topics }: Open<Approved>) =>
  announced(
    sql`update ${orders} set status = 'approved', processed_at = ${processedAt}::timestamptz, approved_by = ${approvedBy},
        download_link = ${downloadLink}, paid_at = ${paidAt}::timestamptz where id = ${id}`,
    topics,
  ),
);

/** Books the IDs on the order that it holds: all of them, in less time behind the stock's lock than any others take. The database refuses the commit of one that has not all of its IDs. */
const deliveryOfHeld = written(
  "deliver-held-ids",
  ({ orderId, unitIds, deliveredAt }: Open<{ orderId: string; unitIds: number[]; deliveredAt: Date }>) =>
    sql`update ${orderUnits} set delivered_at = ${deliveredAt}::timestamptz, position = line.n - 1
      from unnest((select ${sql.param(unitIds)}::bigint[])) with ordinality as line (unit_id, n)
      where ${orderUnits.unitId} = line.unit_id and ${orderUnits.orderId} = ${orderId}`,
);

/**
 * Books these IDs on the order: those it holds, those that were free, and those that are new to the shop. One that another order has stays there; then the
 * database refuses the commit, for this order has not all of its IDs.
 */
function delivery(orderId: string, unitIds: number[], deliveredAt: Date): Statement {
  return statement(
    "deliver-ids",
    sql`insert into ${orderUnits} (unit_id, order_id, delivered_at, position)
      select unit_id, ${orderId}, ${deliveredAt.toISOString()}::timestamptz, n - 1
      from unnest(${sql.param(unitIds)}::bigint[]) with ordinality as line (unit_id, n)
      on conflict (unit_id) do update set delivered_at = excluded.delivered_at, position = excluded.position
        where ${orderUnits.orderId} = excluded.order_id`,
  );
}
