import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Placed } from "#shop/orders/order.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { enterHandedOver } from "#shop/stock/books/add-units.server.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { lockOwners } from "#shop/stock/lock-owners.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";
import { type FoundUnit, findUnits, takeFree } from "../find-units.server.ts";
import { releaseHeld } from "../release-held.server.ts";

/**
 * Looks up the IDs to hand over. The order's own IDs stay with it while it is locked, so their
 * stock is locked only when they are delivered. For any other IDs the stock is locked first, and
 * with it the stock of products that an unknown ID may be taken back from. [S4.2] [S4.5]
 */
export async function findUnitsToDeliver(
  services: Pick<Services, "vault">,
  tx: Tx,
  order: Placed,
  { ids, faulty }: ApprovalForm,
): Promise<FoundUnit[]> {
  const seen = await findUnits(services, tx, ids);
  if (faulty.length === 0 && seen.every(({ unit }) => unit?.orderId === order.id)) return seen;

  const unknown = seen.filter(({ unit }) => unit === null);
  await lockOwners(
    tx,
    order.productId,
    unknown.flatMap(({ value }) => idFingerprints(services.vault, value)),
  );
  return findUnits(services, tx, ids);
}

/**
 * Delivers these IDs with the order, in the order of their lines: IDs that it reserved, free IDs,
 * and IDs that are new to the shop. Everything else that it reserved becomes free. An ID of another
 * order stays there, and the database then refuses the commit because this order lacks IDs. [S4.3]
 * [S4.4]
 */
export async function deliverUnits(services: Pick<Services, "vault">, tx: Tx, order: Placed, found: FoundUnit[], at: Date): Promise<void> {
  const { id, productId } = order;
  const areHeld = found.every(({ unit }) => unit?.orderId === id);
  const unitIds = areHeld ? found.map(({ unit }) => unit?.id ?? 0) : await takeUnits(services, tx, productId, found, at);
  await tx.execute(sql`insert into ${orderUnits} (unit_id, order_id, delivered_at, position)
    select unit_id, ${id}, ${at.toISOString()}::timestamptz, n - 1
    from unnest(${sql.param(unitIds)}::bigint[]) with ordinality as line (unit_id, n)
    on conflict (unit_id) do update set delivered_at = excluded.delivered_at, position = excluded.position
      where ${orderUnits.orderId} = excluded.order_id`);
  if (!areHeld) await releaseHeld(tx, order);
}

/**
 * Removes the free IDs from the stock and adds the new ones. Returns the units in the order of
 * their lines.
 */
async function takeUnits(services: Pick<Services, "vault">, tx: Tx, productId: string, found: FoundUnit[], at: Date): Promise<number[]> {
  const unknown = found.filter(({ unit }) => unit === null);
  const entered = await enterHandedOver(services, tx, productId, unknown, at);
  const unitIds = found.map(({ unit, value }) => unit?.id ?? entered.get(value) ?? 0);
  await takeFree(tx, productId, unitIds);
  return unitIds;
}
