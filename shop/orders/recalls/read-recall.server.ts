import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { may, requireRight } from "#shop/rights.ts";
import { CLAIM_OF_REPLACEMENT_HOURS } from "../constants.ts";
import type { RecallOfImport, RecallPreview } from "./recall.ts";

type Needs = Pick<Services, "now"> & { db: Pick<Tx, "execute"> };

/** How many of the orders that hold bad IDs are named. */
const CODES_SHOWN = 20;

/** The pending orders that hold IDs of the import in the query `batch`, and how many each. */
const reservedIn = (batch: SQL) => sql`select o.request_code, o.created_at, count(*)::integer as ids
  from ${batch} join orders o on o.product_id = batch.product_id and o.status = 'pending'
    join order_units h on h.order_id = o.id and h.delivered_at is null join units u on u.id = h.unit_id and u.batch_id = batch.id
  group by o.id`;
const firstCodes = sql`coalesce((select json_agg(request_code order by created_at, request_code)
  from (select * from held order by created_at, request_code limit ${CODES_SHOWN}) as first), '[]')`;

/** Until when the buyer of a delivered unit `h` of the order `o`, which may have replaced another by `r`, may claim it. [S15.3] */
export const claimableUntil = sql`case when r.replaced_at is null then o.claim_until
  else greatest(o.claim_until, case when o.claim_until is not null then r.replaced_at + ${CLAIM_OF_REPLACEMENT_HOURS} * interval '1 hour' end) end`;

/**
 * Says what a recall of an import would meet now. Null if there is no such import. One query, which
 * reads the counters of the import, the pending orders of its product and those that may still be
 * claimed, however large the import is. For persons with `manage-stock`. [S15.11]
 */
export async function previewRecall({ db, now }: Needs, actor: Actor, batchId: string): Promise<RecallPreview | null> {
  requireRight(actor, "manage-stock");
  const at = now().toISOString();
  const { rows } = await db.execute<RecallPreview>(sql`with batch as (
      select id, product_id, ids, delivered, withdrawn from batches where id = ${batchId} and state <> 'draft'
    ), held as (${reservedIn(sql`batch`)}), recent as (
      select o.id from batch join orders o on o.product_id = batch.product_id and o.claim_until >= ${at}::timestamptz
      union
      select o.id from replacements r join orders o on o.id = r.order_id and o.claim_until is not null
      where r.replaced_at >= ${at}::timestamptz - ${CLAIM_OF_REPLACEMENT_HOURS} * interval '1 hour'
    ), given as (
      select count(*)::integer as in_time from recent join orders o using (id)
        join order_units h on h.order_id = o.id and h.delivered_at is not null
        join units u on u.id = h.unit_id and u.batch_id = ${batchId} and u.value is not null
        left join replacements r on r.unit_id = u.id
      where ${claimableUntil} >= ${at}::timestamptz
    ), reserved as (
      select coalesce(sum(ids), 0)::integer as ids, count(*)::integer as orders from held
    )
    select batch.ids - batch.withdrawn - batch.delivered - reserved.ids as free, reserved.ids as reserved,
      reserved.orders as "reservedOrders", ${firstCodes} as codes, given.in_time as "inTime", batch.delivered - given.in_time as before
    from batch, given, reserved`);
  const [preview] = rows;
  return preview ? { ...preview, codes: may(actor, "read-orders") ? preview.codes : [] } : null;
}

type Row = Omit<RecallOfImport, "at" | "finishedAt" | "undoneAt"> & { at: string; finishedAt: string | null; undoneAt: string | null };

/** Reads the last recall of an import and how far it is; null if there was none. One query. For persons with `manage-stock`. [S15.11] */
export async function readRecall({ db }: Pick<Services, "db">, actor: Actor, batchId: string): Promise<RecallOfImport | null> {
  requireRight(actor, "manage-stock");
  const { rows } =
    await db.execute<Row>(sql`with batch as (select id, product_id from batches where id = ${batchId}), held as (${reservedIn(sql`batch`)}), opened as (
      select count(*)::integer as claims, (count(*) filter (where c.state = 'open'))::integer as open
      from units u join claims c on c.unit_id = u.id where u.batch_id = ${batchId} and c.opened_by = 'shop'
    )
    select r.at, r.reason, r.scope, r.finished_at as "finishedAt", r.undone_at as "undoneAt",
      (select count(*)::integer from units where batch_id = ${batchId} and withdrawn = 'recalled') as withdrawn,
      (select coalesce(sum(ids), 0)::integer from held) as reserved, ${firstCodes} as codes,
      opened.claims, opened.open as "openClaims"
    from recalls r, opened where r.batch_id = ${batchId} order by r.at desc, r.id limit 1`);
  const [row] = rows;
  if (!row) return null;
  const date = (time: string | null) => (time === null ? null : new Date(time));
  const codes = may(actor, "read-orders") ? row.codes : [];
  return { ...row, at: new Date(row.at), finishedAt: date(row.finishedAt), undoneAt: date(row.undoneAt), codes };
}
