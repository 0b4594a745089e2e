import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { TellProgress } from "./add-in-steps.server.ts";
import { leftOf } from "./batch.ts";
import { removeFreeUnits } from "./free-units.server.ts";
import { onProduct } from "./on-product.server.ts";
import { batches, batchLines } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;

/** How many IDs an undoing took out of the stock, and how many were sold between its steps. */
export type UndoneBatch = { removed: number; kept: number };

/**
 * Takes all IDs of an import out of the stock again, in steps, those last that are sold first; the ledger says so of each. Refuses `batchHasLeft` once one of
 * them is held, was delivered or is faulty. What is sold while it goes on stays, and is told. One that broke off goes on. For admins.
 */
export async function undoBatch(
  services: Needs,
  asker: Asker,
  batchId: string,
  tell: TellProgress = () => {},
): Promise<Result<UndoneBatch>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const { db, now } = services;
  const [batch] = await db.select({ productId: batches.productId }).from(batches).where(eq(batches.id, batchId));
  if (!batch) return refused("batchNotFound");
  const begun = await onProduct(services, asker, batch.productId, (tx) => begin(tx, batchId));
  if (!begun.ok) return begun;

  let removed = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const step = await onProduct(services, asker, batch.productId, async (tx, note): Promise<Result<Removed | { end: UndoneBatch }>> => {
      const some = await removeSome(tx, batch.productId, batchId, before, now());
      if (some) return granted(some);
      const ended = { state: "undone", undoneAt: now() } as const;
      const undoing = and(eq(batches.id, batchId), eq(batches.state, "undoing"));
      const [its] = await tx.update(batches).set(ended).where(undoing).returning();
      if (!its) return refused("batchUndone");
      await note("import-undone", { count: its.setAside });
      return granted({ end: { removed: its.setAside, kept: leftOf(its) + its.delivered } });
    });
    if (!step.ok) return step;
    if ("end" in step.value) return granted(step.value.end);
    removed += step.value.gone;
    before = step.value.lowest;
    tell(removed, Math.max(begun.value, removed));
  }
}

/** Decides under the lock whether the import may be undone, and how many IDs there are to take out. */
async function begin(tx: Tx, batchId: string): Promise<Result<number>> {
  const { rows } = await tx.execute<{ state: string; left: number; gone: number }>(sql`
    select b.state, b.ids - b.delivered - b.set_aside as left, ${goneOf(sql`b.id`)} as gone from ${batches} b where b.id = ${batchId}`);
  const [batch] = rows;
  if (!batch || batch.state === "draft") return refused("batchNotFound");
  if (batch.state === "undone") return refused("batchUndone");
  if (batch.state !== "undoing" && batch.gone > 0) return refused("batchHasLeft", batch.gone);
  const isUndoable = and(eq(batches.id, batchId), inArray(batches.state, ["adding", "added"]));
  await tx.update(batches).set({ state: "undoing" }).where(isUndoable);
  await tx.delete(batchLines).where(eq(batchLines.batchId, batchId));
  return granted(batch.left);
}

/** How many IDs of an import are held, were delivered or turned out faulty. */
export function goneOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer from units u left join order_units h on h.unit_id = u.id
    where u.batch_id = ${batchId} and (h.unit_id is not null or u.set_aside = 'faulty'))`;
}

type Removed = { gone: number; lowest: number };

/** Those below `before` that are not set aside yet, the highest first: of them, those that are still free go. Null where there is none. */
async function removeSome(tx: Tx, productId: string, batchId: string, before: number, at: Date): Promise<Removed | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from units where batch_id = ${batchId} and id < ${before} and set_aside is null order by id desc limit ${IDS_AT_ONCE}`);
  const unitIds = rows.map(({ id }) => Number(id));
  const lowest = unitIds.at(-1);
  if (lowest === undefined) return null;
  const gone = await removeFreeUnits(tx, productId, unitIds, at);
  if (gone > 0) await announce(tx, "stock");
  return { gone, lowest };
}
