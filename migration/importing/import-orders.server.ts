import { setImmediate as others } from "node:timers/promises";
import { announce } from "#platform/live/announce.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { writtenNotes } from "#shop/stored-text.ts";
import type { Migration } from "../migration.server.ts";
import { placeOfCode } from "../old-shop/normalized-tables.server.ts";
import { giveCodes } from "./assign-codes.server.ts";
import { assignIds, topUp } from "./assign-ids.server.ts";
import { HERE_OF_ORDER } from "./compared-columns.ts";
import { reportHandedOver, takeOutSold } from "./import-ids.server.ts";
import { giveOthersInstead } from "./replace-conflicting-ids.server.ts";

/** How many orders one round of statements writes. */
const ORDERS_AT_ONCE = 5_000;
/** How many gift card codes are encrypted before others have a turn. */
const CODES_AT_ONCE = 500;

/**
 * Imports the orders with their codes and times. If two orders have the same ID, the settled one
 * keeps it. A pending order that lacks IDs takes free ones, oldest order first, and is marked as
 * short if none are left. An order that was handled here since the last import stays as it is.
 */
export async function importOrders(migration: Migration): Promise<void> {
  const { client, tx, at } = migration;
  await client.query(`select from product_stock where product_id in (select product_id from old_orders
    union select u.product_id from units u join old_claims c on c.print = u.fingerprint) order by product_id for update`);
  await client.query(judge);
  await giveCodes(migration);
  await client.query(name);
  await encryptCodes(migration);
  for (const statement of [setTurns, releaseHeld]) await client.query(statement);
  await client.query(updateOrders, [writtenNotes("movedFromCopyAlone")]);
  await client.query(updateFinal);
  await client.query(restoreProducts, [at]);
  await giveOthersInstead(migration);
  await writeInTurns(migration);
  await takeOutSold(migration);
  await reportHandedOver(migration);
  await topUp(migration);
  await client.query(remember, [at]);
  for (const statement of [findCustomers, warnOfStrangers, report]) await client.query(statement);
  await announce(tx, "orders", "stock");
}

/** Encrypts the gift card codes for the orders that they belong to, which were not known before. */
async function encryptCodes({ client, services: { vault } }: Migration): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ n: number; id: string; code: Buffer }>(
      `select n::float8 as n, order_id as id, gift_card_code as code from old_orders
        where n > $1 and gift_card_code is not null and outcome in ('imported', 'updated') order by old_orders.n limit ${CODES_AT_ONCE}`,
      [after],
    );
    const codes = rows.map(({ n, id, code }) => vault.encrypt(placeOf("orders.gift_card_code", id), vault.decrypt(placeOfCode(n), code)));
    await client.query(
      "update old_orders w set gift_card_code = given.code from unnest($1::bigint[], $2::bytea[]) as given (n, code) where w.n = given.n",
      [rows.map(({ n }) => n), codes],
    );
    await others();
    const last = rows.at(-1);
    if (last === undefined || rows.length < CODES_AT_ONCE) break;
    after = last.n;
  }
}

async function writeInTurns({ client, at, seen }: Migration): Promise<void> {
  await client.query("select set_config('trackside.importing', '1', true)");
  // The turns and the winning claims were not set yet when the tables were last analyzed.
  await client.query("analyze old_orders; analyze old_claims");
  const { rows } = await client.query<{ n: number }>("select count(turn)::float8 as n from old_orders");
  const total = rows[0]?.n ?? 0;
  for (let from = 1; from <= total; from += ORDERS_AT_ONCE) {
    const turns = [from, from + ORDERS_AT_ONCE - 1];
    await client.query(enter, turns);
    await assignIds(client, turns, at);
    await client.query(recordFingerprints, turns);
    await client.query(addToHours, turns);
    seen({ doing: "orders", done: Math.min(total, from + ORDERS_AT_ONCE - 1), total });
  }
}

/**
 * Decides what happens to each order that is not merged. A known order is compared with its row in
 * the file and its state here at the last import. An order imported from a customer's copy is
 * matched by its code when that customer's own order turns up, but no other's, because anybody
 * could have written a copy with a foreign code. An orphan copy in this file is matched by the code
 * of its customer's order here.
 */
const judge = `update old_orders w set order_id = j.order_id, outcome = j.outcome, warnings = w.warnings || coalesce(array_remove(array[j.warning], null), '{}')
  from (
    select w.n, o.id as order_id, case
        when here.order_id is not null then 'merged' when o.id is null then 'imported' when not is_changed then 'unchanged' when not is_as_left or (o.status <> 'pending' and o.status <> w.status) then 'unchanged'
        else 'updated' end as outcome, case
        when here.order_id is not null then 'copyOfHere' when o.id is null or not is_changed then null when not is_as_left then 'orderChangedHere'
        when o.status <> 'pending' and o.status <> w.status then 'orderFinalHere' end as warning
    from old_orders w
      left join old_shop_rows own on own.kind = 'order' and own.old_id = w.old_id
      left join lateral (
        select m.* from orders k join old_shop_rows m on m.kind = 'order' and m.local_id = k.id
        where own.old_id is null and k.request_code = w.request_code and k.is_from_old_shop and m.old_id like 'users/%' and m.old_user_id = w.user_id
          and not exists (select from old_orders other where other.old_id = m.old_id and other.into_n is null)
          and not exists (select from old_orders first where first.request_code = w.request_code and first.into_n is null and first.n < w.n) limit 1
      ) as copied on true
      left join lateral (
        select k.id as order_id from orders k join old_shop_rows m on m.kind = 'order' and m.local_id = k.id
        where w.is_copy and own.old_id is null and k.request_code = w.request_code and m.old_id not like 'users/%'
          and (m.old_user_id = w.user_id or m.old_user_id is null)
          and not exists (select from old_orders r where r.old_id = m.old_id and not r.is_copy) limit 1
      ) as here on true
      left join orders o on o.id = coalesce(own.local_id, copied.local_id, here.order_id),
      lateral (select not coalesce(own.there = any(w.there), false) as is_changed, coalesce(own.here, copied.here) = ${HERE_OF_ORDER} as is_as_left) as compared
    where w.into_n is null
  ) as j where w.n = j.n`;

/** Orders keep their old ids if these are valid and unused here. */
const name = `update old_orders w set order_id = case
    when w.old_id ~ '^[A-Za-z0-9_-]{8,64}$' and not exists (select from orders o where o.id = w.old_id) then w.old_id else gen_random_uuid()::text end
  where outcome = 'imported'`;

const setTurns = `update old_orders w set turn = t.turn
  from (
    select w.n, row_number() over (order by w.created_at, w.n) as turn from old_orders w left join orders o on o.id = w.order_id
    where w.outcome = 'imported' or (w.outcome = 'updated' and o.status = 'pending')
  ) as t where t.n = w.n`;

/** An order that is rewritten releases the IDs it holds before it takes its new ones. */
const releaseHeld = `with released as (
    delete from order_units h using old_orders w where h.order_id = w.order_id and w.turn is not null and w.outcome = 'updated' returning h.unit_id
  ), freed as (
    insert into free_units (product_id, unit_id) select u.product_id, r.unit_id from released r join units u on u.id = r.unit_id returning product_id
  )
  update product_stock s set available = s.available + back.n
    from (select product_id, count(*) as n from freed group by product_id) as back where s.product_id = back.product_id`;

/** What an order's row takes from the file as it is, each under the same name. */
const ofFile = [
  "status",
  "product_id",
  "quantity",
  "price_paise",
  "total_paise",
  "payment_method",
  "gift_card_code",
  "gift_card_last4",
  "payment_verified",
  "verification_note",
  "approved_by",
];
/** What may still be corrected once an order is final. */
const correctable = ["processed_at", "cancelled_at", "reason", "download_link"];
/** What stays as it was once an order is here. */
const ofFirstImport = ["request_code", "product_name", "admin_note", "created_at"];

const taking = (columns: readonly string[]) => columns.map((column) => `${column} = w.${column}`).join(", ");

/**
 * The product name stays as it is here, because searches use it. The note on an orphan copy is
 * removed when its order turns up.
 */
const updateOrders = `update orders o set short_by = null, ${taking([...ofFile, ...correctable])},
    admin_note = coalesce(w.admin_note, case when not exists (select from unnest($1::text[]) as note where starts_with(o.admin_note, note)) then o.admin_note end)
  from old_orders w where o.id = w.order_id and w.turn is not null and w.outcome = 'updated'`;

const updateFinal = `update orders o set ${taking(correctable)}
  from old_orders w where o.id = w.order_id and w.turn is null and w.outcome = 'updated'`;

/** A deleted product with pending orders is restored, but hidden. */
const restoreProducts = `update products p set deleted_at = null, hidden_at = coalesce(p.hidden_at, $1)
  where p.deleted_at is not null and exists (select from old_orders w where w.turn is not null and w.status = 'pending' and w.product_id = p.id)`;

const entered = [...ofFirstImport, ...ofFile, ...correctable].join(", ");
const enter = `insert into orders (id, is_from_old_shop, terms_version, ${entered})
  select order_id, true, null, ${entered} from old_orders where outcome = 'imported' and turn between $1 and $2`;

/** Lets the shop recognize a gift card code that is used again. */
const recordFingerprints = `insert into payment_fingerprints (order_id, recorded_at, gift_card)
  select order_id, created_at, gift_card from old_orders where outcome = 'imported' and gift_card is not null and turn between $1 and $2 order by turn`;

/** Adds the orders to the totals of closed hours and to the search index. */
const addToHours =
  "select order_hours_import(array(select order_id from old_orders where outcome = 'imported' and turn between $1 and $2))";

const remember = `insert into old_shop_rows (kind, old_id, local_id, there, here, old_user_id, proof_file, imported_at)
  select 'order', w.old_id, o.id, w.there[1], ${HERE_OF_ORDER}, w.user_id, w.proof_file, $1
  from old_orders w join orders o on o.id = w.order_id where w.outcome in ('imported', 'updated')
  on conflict (kind, old_id) do update set there = excluded.there, here = excluded.here, old_user_id = excluded.old_user_id,
    proof_file = excluded.proof_file, imported_at = excluded.imported_at`;

/** Links orders to their customers' accounts once these are imported. */
const findCustomers = `update orders o set user_id = u.id
  from old_shop_rows m join old_shop_rows a on a.kind = 'account' and a.old_id = m.old_user_id join users u on u.id = a.local_id
  where m.kind = 'order' and m.local_id = o.id and o.user_id is null`;

const warnOfStrangers = `update old_orders w set warnings = array_append(w.warnings, 'userUnknown')
  from orders o where o.id = w.order_id and w.user_id is not null and o.user_id is null`;

const report = `insert into report_rows (kind, path, outcome, warnings)
  select case when is_copy then 'copy' else 'order' end, path, coalesce(outcome, 'merged'), warnings from old_orders order by n`;
