import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import { lockStock } from "../lock-stock.server.ts";
import { lockWholeStock, restoreSubject } from "./restore-record.server.ts";
import type { SettlementForm } from "./settlement-form.ts";

type Needs = Pick<Services, "db" | "now">;

/**
 * Settles a restored shop: every ID that is still held back can be sold again, in the order of
 * before. Frees them in steps; settling again finishes what was interrupted. IDs of a product that
 * was deleted meanwhile are removed with it, so restoring it brings them back. Refuses
 * `shopSettled`. For admins. [S3.2]
 */
export async function settleRestore(services: Needs, actor: Actor, { missingOrders }: SettlementForm): Promise<Result<{ freed: number }>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const begun = await inTransaction(services.db, async (tx): Promise<Result<null>> => {
    await lockWholeStock(tx);
    const subject = await restoreSubject(tx);
    const at = services.now();
    if (subject) {
      await tx.execute(
        sql`update restores set freeing_since = ${at.toISOString()}::timestamptz, missing_orders = ${missingOrders} where freeing_since is null`,
      );
      await recordAction(tx, actor, { action: "restore-settled", subject, facts: { orders: missingOrders } }, at);
    }
    const { rows } = await tx.execute(sql`select from restores where settled_at is null`);
    return rows.length > 0 ? ok(null) : refused("shopSettled");
  });
  if (!begun.ok) return begun;

  let freed = 0;
  for (let step = await freeSome(services, actor); step !== null; step = await freeSome(services, actor)) freed += step;
  await services.db.execute(
    sql`update restores set settled_at = ${services.now().toISOString()}::timestamptz where settled_at is null and freeing_since is not null`,
  );
  return ok({ freed });
}

/** Frees some IDs of one product; null if none is held back any more. */
async function freeSome({ db }: Needs, admin: ActingAdmin): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(sql`select product_id as id from units where withdrawn = 'held back' limit 1`);
  const productId = rows[0]?.id;
  if (productId === undefined) return null;
  return inTransaction(db, async (tx) => {
    await lockStock(tx, [productId]);
    await signTransaction(tx, admin);
    const step = await tx.execute<{ freed: number }>(sql`with chosen as (
        select u.id, p.deleted_at from units u join products p on p.id = u.product_id
        where u.product_id = ${productId} and u.withdrawn = 'held back' order by u.id limit ${IDS_AT_ONCE}
      ), back as (
        update units u set withdrawn = case when c.deleted_at is not null then 'removed' end, withdrawn_at = c.deleted_at
        from chosen c where u.id = c.id returning u.id, u.withdrawn
      ), freed as (
        insert into free_units (product_id, unit_id) select ${productId}, id from back where withdrawn is null returning unit_id
      ), counted as (
        update product_stock set available = available + (select count(*) from freed) where product_id = ${productId}
      )
      select count(*)::integer as freed from freed`);
    await announce(tx, "stock");
    return step.rows[0]?.freed ?? 0;
  });
}
