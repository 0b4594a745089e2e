import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { removeFreeUnits } from "../books/free-units.server.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import type { ReportProgress } from "../ids/add-in-steps.server.ts";
import { onProduct } from "../on-product.server.ts";
import { DEAD_IDS } from "../suppliers/dead-ids.ts";
import { batches, batchLines } from "../tables.server.ts";
import { type BatchState, leftOf } from "./batch.ts";

type Needs = Pick<Services, "db" | "now">;

/** How many IDs an undo removed from the stock, and how many were sold while it ran. */
export type UndoneBatch = { removed: number; kept: number };

/**
 * Removes all IDs of a batch from the stock, in steps, starting with those that are sold last; the
 * ledger records each. Refuses `batchHasLeft` if an ID is reserved, delivered or faulty, and
 * `batchTookNothing` if none is for sale. IDs sold while it runs stay and are counted; if their
 * order is cancelled later, the batch can be undone once more. An interrupted undo continues. For
 * admins.
 */
export async function undoBatch(
  services: Needs,
  actor: Actor,
  batchId: string,
  reportProgress: ReportProgress = () => {},
): Promise<Result<UndoneBatch>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const { db, now } = services;
  const [batch] = await db.select({ productId: batches.productId }).from(batches).where(eq(batches.id, batchId));
  if (!batch) return refused("batchNotFound");
  const begun = await onProduct(services, actor, batch.productId, (tx) => begin(tx, batchId));
  if (!begun.ok) return begun;

  const { left, tookOut } = begun.value;
  let removed = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const step = await onProduct(services, actor, batch.productId, async (tx, record): Promise<Result<Removed | { end: UndoneBatch }>> => {
      const some = await removeSome(tx, batch.productId, batchId, before, now());
      if (some) return ok(some);
      const ended = { state: "undone", undoneAt: now() } as const;
      const undoing = and(eq(batches.id, batchId), eq(batches.state, "undoing"));
      const [its] = await tx.update(batches).set(ended).where(undoing).returning();
      if (!its) return refused("batchUndone");
      await record("import-undone", { count: its.withdrawn - tookOut });
      return ok({ end: { removed: its.withdrawn - tookOut, kept: leftOf(its) + its.delivered } });
    });
    if (!step.ok) return step;
    if ("end" in step.value) return ok(step.value.end);
    removed += step.value.gone;
    before = step.value.lowest;
    reportProgress(removed, Math.max(left, removed));
  }
}

/** How many IDs to remove, and how many an earlier undo removed. */
type Begun = { left: number; tookOut: number };

/** Decides, under the lock, whether the batch may be undone. */
async function begin(tx: Tx, batchId: string): Promise<Result<Begun>> {
  const { rows } = await tx.execute<{ state: BatchState; left: number; withdrawn: number; gone: number; isAnyFree: boolean }>(sql`
    select b.state, b.ids - b.delivered - b.withdrawn as left, b.withdrawn, ${goneOf(sql`b.id`)} as gone, exists (select ${freeIn(sql`b.id`)}) as "isAnyFree"
    from ${batches} b where b.id = ${batchId}`);
  const [batch] = rows;
  if (!batch || batch.state === "draft") return refused("batchNotFound");
  if (batch.state === "undone" && !batch.isAnyFree) return refused("batchUndone");
  if ((batch.state === "added" || batch.state === "adding") && batch.gone > 0) return refused("batchHasLeft", { n: batch.gone });
  if (batch.state === "added" && !batch.isAnyFree) return refused("batchTookNothing");
  await tx.update(batches).set({ state: "undoing", undoneAt: null }).where(eq(batches.id, batchId));
  await tx.delete(batchLines).where(eq(batchLines.batchId, batchId));
  return ok({ left: batch.left, tookOut: batch.state === "undone" ? batch.withdrawn : 0 });
}

/** How many IDs of an import are for sale. */
export function freeOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer ${freeIn(batchId)})`;
}

function freeIn(batchId: ReturnType<typeof sql>) {
  return sql`from units u join free_units f on f.product_id = u.product_id and f.unit_id = u.id where u.batch_id = ${batchId} and u.withdrawn is null`;
}

/** How many IDs of a batch are reserved, delivered or faulty. */
export function goneOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer from units u left join order_units h on h.unit_id = u.id
    where u.batch_id = ${batchId} and (h.unit_id is not null or u.withdrawn = 'faulty'))`;
}

/** How many delivered IDs of a batch were dead: swapped or refunded. [S15.10] */
export function deadOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer from ${sql.raw(DEAD_IDS)} as d join units u on u.id = d.unit_id where u.batch_id = ${batchId})`;
}

/** How many of them were swapped, which left their order. */
export function swappedOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer from units u join replacements r on r.faulty_unit_id = u.id
    where u.batch_id = ${batchId} and u.withdrawn = 'faulty')`;
}

type Removed = { gone: number; lowest: number };

/**
 * Takes the highest units below `before` that are not withdrawn, and removes those that are still
 * free. Null if there are none left.
 */
async function removeSome(tx: Tx, productId: string, batchId: string, before: number, at: Date): Promise<Removed | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from units where batch_id = ${batchId} and id < ${before} and withdrawn is null order by id desc limit ${IDS_AT_ONCE}`);
  const unitIds = rows.map(({ id }) => Number(id));
  const lowest = unitIds.at(-1);
  if (lowest === undefined) return null;
  const gone = await removeFreeUnits(tx, productId, unitIds, at);
  if (gone > 0) await announce(tx, "stock");
  return { gone, lowest };
}
