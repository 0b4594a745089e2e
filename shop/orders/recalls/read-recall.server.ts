import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { may, requireRight } from "#shop/rights.ts";
import { CLAIM_OF_REPLACEMENT_HOURS } from "../constants.ts";
import type { RecallOfImport, RecallPreview } from "./recall.ts";

type Needs = Pick<Services, "now"> & { db: Pick<Tx, "execute"> };

/** How many of the orders that hold bad IDs are named. */
const CODES_SHOWN = 20;

const reservedIn = (batchId: string) => sql`select o.request_code, o.created_at, count(*)::integer as ids
  from units u join order_units h on h.unit_id = u.id and h.delivered_at is null join orders o on o.id = h.order_id
  where u.batch_id = ${batchId} group by o.id`;
const firstCodes = sql`coalesce((select json_agg(request_code order by created_at, request_code)
  from (select * from held order by created_at, request_code limit ${CODES_SHOWN}) as first), '[]')`;

/** Until when the buyer of a delivered unit `h` of the order `o`, which may have replaced another by `r`, may claim it. [S15.3] */
export const claimableUntil = sql`case when r.replaced_at is null then o.claim_until
  else greatest(o.claim_until, case when o.claim_until is not null then r.replaced_at + ${CLAIM_OF_REPLACEMENT_HOURS} * interval '1 hour' end) end`;

/**
 * Says what a recall of an import would meet now. Null if there is no such import. One query. For
 * persons with `manage-stock`. [S15.11]
 */
export async function previewRecall({ db, now }: Needs, actor: Actor, batchId: string): Promise<RecallPreview | null> {
  requireRight(actor, "manage-stock");
  const at = now().toISOString();
  const { rows } = await db.execute<RecallPreview>(sql`with held as (${reservedIn(batchId)}), given as (
      select count(*)::integer as ids, (count(*) filter (where ${claimableUntil} >= ${at}::timestamptz))::integer as in_time
      from units u join order_units h on h.unit_id = u.id and h.delivered_at is not null join orders o on o.id = h.order_id
        left join replacements r on r.unit_id = u.id
      where u.batch_id = ${batchId} and u.value is not null
    )
    select (select count(*)::integer from units u join free_units f on f.product_id = u.product_id and f.unit_id = u.id
        where u.batch_id = ${batchId}) as free,
      (select coalesce(sum(ids), 0)::integer from held) as reserved, (select count(*)::integer from held) as "reservedOrders",
      ${firstCodes} as codes, given.in_time as "inTime", given.ids - given.in_time as before
    from given where exists (select from batches where id = ${batchId} and state <> 'draft')`);
  const [preview] = rows;
  return preview ? { ...preview, codes: may(actor, "read-orders") ? preview.codes : [] } : null;
}

type Row = Omit<RecallOfImport, "at" | "finishedAt" | "undoneAt"> & { at: string; finishedAt: string | null; undoneAt: string | null };

/** Reads the last recall of an import and how far it is; null if there was none. One query. For persons with `manage-stock`. [S15.11] */
export async function readRecall({ db }: Pick<Services, "db">, actor: Actor, batchId: string): Promise<RecallOfImport | null> {
  requireRight(actor, "manage-stock");
  const { rows } = await db.execute<Row>(sql`with held as (${reservedIn(batchId)}), opened as (
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
