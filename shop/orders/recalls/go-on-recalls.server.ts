import { asc, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { batches, productStock } from "#shop/stock/tables.server.ts";
import { claimDelivered } from "./claim-delivered.server.ts";
import { exchangeReserved } from "./exchange-reserved.server.ts";
import { recalls } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/** The job that goes on with recalls and with undoing them; it also runs every minute. */
export const GO_ON_RECALLS = "go-on-recalls";

/** A recall whose steps go on, with the product of its import. */
export type RecallStep = typeof recalls.$inferSelect & { productId: string };

/** Queues the job in the caller's transaction. It waits for no other run: those that meet take turns by the rows. */
export function wakeRecalls({ jobs }: Pick<Services, "jobs">, tx: Pick<Tx, "execute">): Promise<void> {
  return jobs.add(tx, { task: GO_ON_RECALLS, key: `${GO_ON_RECALLS}-now` });
}

/** Queues the job if steps of a recall wait, as those of a process that was killed. Returns how many recalls wait. [S15.11] */
export async function wakeOpenRecalls(services: Pick<Services, "db" | "jobs">): Promise<number> {
  const waiting = await services.db.$count(recalls, isNull(recalls.finishedAt));
  if (waiting > 0) await wakeRecalls(services, services.db);
  return waiting;
}

/**
 * Goes on with all recalls, each in steps of one short transaction: exchanges reserved IDs for free
 * ones, opens claims for delivered ones, and brings back what was withdrawn by a recall that was
 * undone. What a killed process did not do, the next run does. Orders for which no ID was free are
 * tried again while their recall is in force. Returns how many steps there were. [S15.11]
 */
export async function goOnRecalls(services: Needs, signal?: AbortSignal): Promise<number> {
  const isServable = sql`${isNull(recalls.undoneAt)} and ${productStock.available} > 0 and product_stock.held > 0`;
  const rows = await services.db
    .select({ recall: recalls, productId: batches.productId })
    .from(recalls)
    .innerJoin(batches, eq(batches.id, recalls.batchId))
    .innerJoin(productStock, eq(productStock.productId, batches.productId))
    .where(sql`${isNull(recalls.finishedAt)} or ${isServable}`)
    .orderBy(asc(recalls.at), asc(recalls.id));
  let done = 0;
  const failures: unknown[] = [];
  const isToStop = () => {
    done += 1;
    return signal?.aborted === true;
  };
  for (const { recall, productId } of rows) {
    if (signal?.aborted) break;
    // One that fails does not keep the others waiting.
    await goOn(services, { ...recall, productId }, isToStop).catch((cause) => void failures.push(cause));
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

async function goOn(services: Needs, recall: RecallStep, isToStop: () => boolean): Promise<void> {
  const step = recall.undoneAt === null ? nextOf(services, recall) : () => bringBack(services, recall);
  while (await step()) if (isToStop()) return;
  if (recall.finishedAt === null) await finish(services, recall);
}

/** The steps of a recall in force, one at each call; false once there is nothing to do. */
function nextOf(services: Needs, recall: RecallStep): () => Promise<boolean> {
  const exchange = exchangeReserved(services, recall);
  return async () => (await exchange()) || (recall.finishedAt === null && (await claimDelivered(services, recall)));
}

async function finish({ db, now }: Needs, { id, undoneAt }: RecallStep): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Waits for a payment that is delivering. An update that waited itself would not see its IDs.
    await tx.select({ id: recalls.id }).from(recalls).where(eq(recalls.id, id)).for("update");
    // It may have been undone, or opens claims for more IDs, since it was read.
    const unchanged = sql`${eq(recalls.id, id)} and ${isNull(recalls.finishedAt)} and ${recalls.undoneAt} is not distinct from ${undoneAt?.toISOString() ?? null}::timestamptz
      and not exists (select from units u join order_units h on h.unit_id = u.id and h.delivered_at is not null
        where ${recalls.undoneAt} is null and ${recalls.scope} <> 'none' and u.batch_id = ${recalls.batchId} and u.id > ${recalls.claimedUpto})`;
    await tx.update(recalls).set({ finishedAt: now() }).where(unchanged);
    await announce(tx, "stock", "orders");
  });
}

/** Brings back some IDs of a recall that was undone; false if there are none, or the import was recalled again. */
function bringBack({ db }: Needs, { batchId, productId, by }: RecallStep): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockStock(tx, [productId]);
    await signTransaction(tx, { userId: by });
    const { rows } = await tx.execute<{ n: number }>(sql`with chosen as (
        select u.id, p.deleted_at from units u join products p on p.id = u.product_id
        where u.batch_id = ${batchId} and u.withdrawn = 'recalled' and u.value is not null
          and not exists (select from recalls r where r.batch_id = ${batchId} and r.undone_at is null)
        order by u.id limit ${IDS_AT_ONCE}
      ), back as (
        update units u set withdrawn = case when c.deleted_at is not null then 'removed' end, withdrawn_at = c.deleted_at
        from chosen c where u.id = c.id returning u.id, u.withdrawn
      ), freed as (
        insert into free_units (product_id, unit_id) select ${productId}, id from back where withdrawn is null returning unit_id
      ), counted as (
        update product_stock set available = available + (select count(*) from freed) where product_id = ${productId}
      )
      select count(*)::integer as n from back`);
    await announce(tx, "stock");
    return (rows[0]?.n ?? 0) > 0;
  });
}
