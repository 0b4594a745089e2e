import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { enterHandedOver, untilNoneEnteredMeanwhile } from "#shop/stock/add-units.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { findUnits, objectionToUnits, takeFree } from "./find-units.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import { mayReplace, type ReplacementForm } from "./replacement.ts";
import { type OrderRow, orderUnits, replacements } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * Replaces a dead ID of an approved order by a free one of its product, or by one that the admin typed. The dead one is set aside as faulty and never
 * sold again; the new one stands in its place. Refuses when none is free, when the dead one is not the order's any more, and a typed one by the same
 * rules as an approval. For admins. [S2.9] [S4.4] [S4.5]
 */
export async function replaceId(services: Needs, visitor: Visitor, requestCode: string, form: ReplacementForm): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  return untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx) => {
      const order = await lockOrder(tx, requestCode);
      if (!order) return refused("orderNotFound");
      const allowed = mayReplace(order, form);
      if (!allowed.ok) return allowed;

      await lockStock(tx, [order.productId]);
      const dead = await findDelivered(services, tx, order, form.faulty);
      if (!dead) return refused("idNotDelivered");
      const at = services.now();
      await signDeed(tx, visitor);
      const unitId = form.id === null ? await takeOneFree(tx, order) : await takeTyped(services, tx, order, form.id, at);
      if (!unitId.ok) return unitId;

      await swap(tx, order, dead, unitId.value, at);
      const subject = { kind: "order", id: order.id, name: requestCode } as const;
      await noteDeed(tx, visitor, { deed: "id-replaced", subject, facts: { position: dead.position + 1 } }, at);
      await announceOrder(tx, requestCode);
      return granted(null);
    }),
  );
}

/** A delivered ID of an order: its row in the books, and where it stands among the order's. */
type Delivered = { unitId: number; position: number };

async function findDelivered({ vault }: Needs, tx: Tx, order: OrderRow, value: string): Promise<Delivered | null> {
  const [found] = await tx
    .select({ unitId: orderUnits.unitId, position: orderUnits.position })
    .from(orderUnits)
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(
      and(
        eq(orderUnits.orderId, order.id),
        isNotNull(orderUnits.deliveredAt),
        isNotNull(units.value),
        eq(units.fingerprint, vault.fingerprint(value)),
      ),
    );
  return found ? { unitId: found.unitId, position: found.position ?? 0 } : null;
}

async function takeOneFree(tx: Tx, { productId }: OrderRow): Promise<Result<number, "noFreeIdLeft">> {
  const { rows } = await tx.execute<{ id: string }>(sql`with taken as (
      delete from free_units where product_id = ${productId} and unit_id = any(array(
        select unit_id from free_units where product_id = ${productId} order by unit_id limit 1))
      returning unit_id
    ), counted as (
      update product_stock set available = available - (select count(*) from taken) where product_id = ${productId}
    )
    select unit_id as id from taken`);
  const [taken] = rows;
  return taken ? granted(Number(taken.id)) : refused("noFreeIdLeft");
}

/** The ID that an admin typed: one of the stock, or one that is new to the shop and enters the books now. [S4.4] [S4.5] */
async function takeTyped(services: Needs, tx: Tx, order: OrderRow, value: string, at: Date): Promise<Result<number>> {
  const found = await findUnits(services, tx, [value]);
  const [line] = found;
  if (line?.unit?.orderId === order.id) return about(refused("idAlreadyInOrder"), "id");
  const objection = await objectionToUnits(tx, order, found);
  if (objection) return about(objection, "id");

  const entered = line?.unit ? null : await enterHandedOver(services, tx, order.productId, found, at);
  const unitId = line?.unit?.id ?? entered?.get(value) ?? 0;
  await takeFree(tx, order.productId, [unitId]);
  return granted(unitId);
}

/** Puts the new ID in the dead one's place, and the dead one where no order finds it any more. */
async function swap(tx: Tx, order: OrderRow, dead: Delivered, unitId: number, at: Date): Promise<void> {
  await tx.delete(orderUnits).where(eq(orderUnits.unitId, dead.unitId));
  await tx.insert(orderUnits).values({ unitId, orderId: order.id, deliveredAt: at, position: dead.position });
  await tx.update(units).set({ setAside: "faulty", setAsideAt: at }).where(eq(units.id, dead.unitId));
  await tx.insert(replacements).values({ orderId: order.id, faultyUnitId: dead.unitId, unitId, position: dead.position, replacedAt: at });
}
