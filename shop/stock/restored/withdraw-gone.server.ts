import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { enterHandedOver, untilNoneEnteredMeanwhile } from "../books/add-units.server.ts";
import { findFingerprinted } from "../books/known-units.server.ts";
import { type Prepared, prepareIds } from "../books/prepare-ids.server.ts";
import { lockProduct } from "../lock-product.server.ts";
import { readIdList } from "../parsing/id-list.ts";
import { readGivenIds } from "../parsing/read-given-ids.server.ts";
import { slicesOf } from "../slices.ts";
import { lockWholeStock, restoreSubject } from "./restore-record.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * What became of pasted IDs: how many were withdrawn, how many the shop did not know and remembers
 * as withdrawn, and how many had gone before. `orders` are pending orders that reserve one.
 */
type GoneIds = { withdrawn: number; entered: number; known: number; orders: string[] };

/**
 * Withdraws IDs that went out after the backup of a restored shop, so that they are never sold.
 * Those that came in after the backup are entered as withdrawn ones of the product. An ID that a
 * pending order reserves stays, because that order may be the one that got it. In steps; sending
 * the list again is safe. Refuses `shopSettled`, `pasteGoneIds`, `chooseProductOfUnknownIds` and
 * what a list of IDs is refused for. For admins. [S3.2] [S3.9]
 */
export async function withdrawGone(services: Needs, actor: Actor, form: AddIdsForm): Promise<Result<GoneIds>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const lines = await readGivenIds(form);
  if (!lines.ok) return lines;
  const list = readIdList(lines.value.map(({ value }) => value));
  if (!list.ok) return about(list, "ids");
  if (list.value.values.length === 0) return about(refused("pasteGoneIds"), "ids");

  const gone: GoneIds = { withdrawn: 0, entered: 0, known: 0, orders: [] };
  for (const slice of slicesOf(list.value.values)) {
    const ids = await prepareIds(services, slice);
    const step = await untilNoneEnteredMeanwhile(() =>
      inTransaction(services.db, (tx) => withdrawSome(services, tx, actor, form.productId, ids)),
    );
    if (!step.ok) return step;
    gone.withdrawn += step.value.withdrawn;
    gone.entered += step.value.entered;
    gone.known += step.value.known;
    gone.orders.push(...step.value.orders);
  }
  return ok(gone);
}

async function withdrawSome(
  services: Needs,
  tx: Tx,
  admin: ActingAdmin,
  productId: string,
  ids: readonly Prepared[],
): Promise<Result<GoneIds>> {
  await lockWholeStock(tx);
  const subject = await restoreSubject(tx);
  if (!subject) return refused("shopSettled");
  const lines = await findFingerprinted(services, tx, ids);
  const unknown = lines.filter(({ unit, isErased }) => unit === null && !isErased);
  if (unknown.length > 0) {
    if (productId === "") return about(refused("chooseProductOfUnknownIds", { n: unknown.length }), "productId");
    if (!(await lockProduct(tx, productId))) return about(refused("productNotFound"), "productId");
  }

  await signTransaction(tx, admin);
  const prints = ids.flatMap((id) => id.prints);
  const orders = await ordersWith(tx, prints);
  const entered = await enterHandedOver(services, tx, productId, unknown, services.now());
  const found = sql`fingerprint = any(${sql.param(prints)}::bytea[]) and withdrawn in ('held back', 'removed', 'recalled')`;
  const fresh = sql`id = any(${sql.param([...entered.values()])}::bigint[])`;
  const { rows } = await tx.execute<{ id: string }>(
    sql`update units set withdrawn = 'faulty', withdrawn_at = ${services.now().toISOString()}::timestamptz where ${found} or ${fresh} returning id`,
  );
  const withdrawn = rows.length - entered.size;
  if (rows.length > 0)
    await recordAction(tx, admin, { action: "gone-ids-withdrawn", subject, facts: { ids: rows.length } }, services.now());
  return ok({ withdrawn, entered: entered.size, known: lines.length - rows.length - orders.ids, orders: orders.codes });
}

/** The pending orders that reserve one of these IDs, and how many IDs that are. */
async function ordersWith(tx: Tx, prints: readonly Buffer[]): Promise<{ codes: string[]; ids: number }> {
  const { rows } = await tx.execute<{ code: string; ids: number }>(sql`
    select o.request_code as code, count(*)::integer as ids
    from unnest(${sql.param([...prints])}::bytea[]) as given (print)
      cross join lateral (select id from units where fingerprint = given.print offset 0) as u
      join order_units h on h.unit_id = u.id join orders o on o.id = h.order_id
    where h.delivered_at is null group by 1 order by 1`);
  return { codes: rows.map(({ code }) => code), ids: rows.reduce((sum, { ids }) => sum + ids, 0) };
}
