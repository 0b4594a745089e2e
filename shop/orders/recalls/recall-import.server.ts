import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { batches } from "#shop/stock/tables.server.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { openingRights } from "../claims/claim.ts";
import { wakeRecalls } from "./go-on-recalls.server.ts";
import { previewRecall } from "./read-recall.server.ts";
import { isWider, type RecallForm } from "./recall.ts";
import { recalls } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now" | "jobs">;
type Batch = { id: string; productId: string; productName: string };

/** How many free IDs a recall withdrew at once. */
export type RecalledImport = { withdrawn: number };

/**
 * Recalls an import: withdraws its free IDs at once, so that no new order gets one, and has the
 * later steps done by a job. While the recall is in force, the database withdraws whatever else of
 * the import would become free. A second recall may only open claims for more delivered IDs; refuses
 * `importRecalled` otherwise, and `batchNotFound`. Programs hear of it. For persons with `manage-stock` and, where claims
 * are opened, with a right to open them. [S15.11]
 */
export async function recallImport(
  services: Needs,
  actor: Actor,
  batchId: string,
  { reason, delivered }: RecallForm,
): Promise<Result<RecalledImport>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  if (delivered !== "none" && !openingRights.some((right) => may(actor, right))) return rightMissing("answer-buyers");
  return onBatch(services, batchId, async (tx, batch) => {
    const at = services.now();
    const [standing] = await tx.select({ id: recalls.id, scope: recalls.scope }).from(recalls).where(inForce(batchId));
    if (standing && !isWider(delivered, standing.scope)) return refused("importRecalled");
    await signTransaction(tx, actor);
    await queueRecallEvent(services, tx, actor, batch, { reason, delivered });
    if (standing) await widen(tx, standing.id, { reason, delivered });
    else await tx.insert(recalls).values({ id: randomUUID(), batchId, at, by: actor.userId, reason, scope: delivered });
    const withdrawn = await withdrawFree(tx, batch, at);
    await record(tx, actor, batch, "import-recalled", { count: withdrawn, delivered, reason }, at);
    await wakeRecalls(services, tx);
    await announce(tx, "stock", "orders");
    return ok({ withdrawn });
  });
}

/**
 * Undoes the recall of an import: what was withdrawn and not erased comes back to the stock, in
 * steps that a job does. Claims stay as they are. Refuses `importNotRecalled` and `batchNotFound`.
 * For persons with `manage-stock`. [S15.11]
 */
export async function undoRecall(services: Needs, actor: Actor, batchId: string): Promise<Result<null>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  return onBatch(services, batchId, async (tx, batch) => {
    const at = services.now();
    const [undone] = await tx.update(recalls).set({ undoneAt: at, finishedAt: null }).where(inForce(batchId)).returning({ id: recalls.id });
    if (!undone) return refused("importNotRecalled");
    await signTransaction(tx, actor);
    await record(tx, actor, batch, "recall-undone", {}, at);
    await wakeRecalls(services, tx);
    await announce(tx, "stock", "orders");
    return ok(null);
  });
}

/** Runs a step in a transaction that has locked the stock of an import's product, deleted or not. */
function onBatch<T>({ db }: Needs, batchId: string, step: (tx: Tx, batch: Batch) => Promise<Result<T>>): Promise<Result<T>> {
  return inTransaction(db, async (tx): Promise<Result<T>> => {
    const [batch] = await tx
      .select({ id: batches.id, productId: batches.productId, productName: products.name })
      .from(batches)
      .innerJoin(products, eq(products.id, batches.productId))
      .where(and(eq(batches.id, batchId), sql`${batches.state} <> 'draft'`));
    if (!batch) return refused("batchNotFound");
    // Before the stock: a step that opens claims holds this row while it waits for orders.
    await tx.select({ id: recalls.id }).from(recalls).where(inForce(batchId)).for("update");
    await lockStock(tx, [batch.productId]);
    return step(tx, batch);
  });
}

const inForce = (batchId: string) => and(eq(recalls.batchId, batchId), isNull(recalls.undoneAt));

/** Lets the recall go on with more delivered IDs. */
async function widen(tx: Tx, id: string, { reason, delivered }: RecallForm): Promise<void> {
  await tx.update(recalls).set({ reason, scope: delivered, claimedUpto: 0, finishedAt: null }).where(eq(recalls.id, id));
}

/**
 * Withdraws the free IDs of an import whose product's stock is locked, in statements that each take
 * some of them, and returns how many.
 */
async function withdrawFree(tx: Tx, batch: Batch, at: Date): Promise<number> {
  let withdrawn = 0;
  for (let some = -1; some !== 0; ) {
    some = await withdrawSome(tx, batch, at);
    withdrawn += some;
  }
  return withdrawn;
}

async function withdrawSome(tx: Tx, { id, productId }: Batch, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`with chosen as (
      select f.unit_id from units u join free_units f on f.product_id = ${productId} and f.unit_id = u.id where u.batch_id = ${id} limit ${IDS_AT_ONCE}
    ), gone as (
      delete from free_units where product_id = ${productId} and unit_id in (select unit_id from chosen) returning unit_id
    ), counted as (
      update product_stock set available = available - (select count(*) from gone) where product_id = ${productId}
    ), withdrawn as (
      update units set withdrawn = 'recalled', withdrawn_at = ${at.toISOString()}::timestamptz where id in (select unit_id from gone)
    )
    select count(*)::integer as n from gone`);
  return rows[0]?.n ?? 0;
}

/** Queues the recall for programs and chats, with how many IDs are where before its first step. */
async function queueRecallEvent(
  services: Needs,
  tx: Tx,
  actor: Actor,
  { id: importId, productId, productName }: Batch,
  recall: Pick<RecallForm, "reason" | "delivered">,
): Promise<void> {
  const found = await previewRecall({ db: tx, now: services.now }, actor, importId);
  if (!found) return;
  const { free, reserved, inTime: deliveredInTime, before: deliveredBefore } = found;
  const { reason, delivered } = recall;
  const facts = { importId, productId, productName, reason, delivered, free, reserved, deliveredInTime, deliveredBefore };
  await tx.execute(queueingDeliveries(services, [{ event: "import.recalled", facts }]));
}

function record(
  tx: Tx,
  admin: ActingAdmin,
  { productId, productName }: Batch,
  action: "import-recalled" | "recall-undone",
  facts: Record<string, string | number>,
  at: Date,
): Promise<void> {
  return recordAction(tx, admin, { action, subject: { kind: "product", id: productId, name: productName }, facts }, at);
}
