import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { TellProgress } from "./add-in-steps.server.ts";
import { type BatchState, leftOf } from "./batch.ts";
import { removeFreeUnits } from "./free-units.server.ts";
import { onProduct } from "./on-product.server.ts";
import { batches, batchLines } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;

/** How many IDs an undoing took out of the stock, and how many were sold between its steps. */
export type UndoneBatch = { removed: number; kept: number };

/**
 * Takes all IDs of an import out of the stock again, in steps, those last that are sold first; the ledger says so of each. Refuses `batchHasLeft` once one of
 * them is held, was delivered or is faulty, and `batchTookNothing` where none is for sale. What is sold while it goes on stays, and is told; where its order is
 * cancelled later it is for sale again, and the import can be undone once more. One that broke off goes on. For admins.
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

  const { left, tookOut } = begun.value;
  let removed = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const step = await onProduct(services, asker, batch.productId, async (tx, note): Promise<Result<Removed | { end: UndoneBatch }>> => {
      const some = await removeSome(tx, batch.productId, batchId, before, now());
      if (some) return granted(some);
      const ended = { state: "undone", undoneAt: now() } as const;
      const undoing = and(eq(batches.id, batchId), eq(batches.state, "undoing"));
      const [its] = await tx.update(batches).set(ended).where(undoing).returning();
      if (!its) return refused("batchUndone");
      await note("import-undone", { count: its.setAside - tookOut });
      return granted({ end: { removed: its.setAside - tookOut, kept: leftOf(its) + its.delivered } });
    });
    if (!step.ok) return step;
    if ("end" in step.value) return granted(step.value.end);
    removed += step.value.gone;
    before = step.value.lowest;
    tell(removed, Math.max(left, removed));
  }
}

/** How many IDs there are to take out, and how many an undoing before this one took. */
type Begun = { left: number; tookOut: number };

/** Decides under the lock whether the import may be undone. */
async function begin(tx: Tx, batchId: string): Promise<Result<Begun>> {
  const { rows } = await tx.execute<{ state: BatchState; left: number; aside: number; gone: number; isAnyFree: boolean }>(sql`
    select b.state, b.ids - b.delivered - b.set_aside as left, b.set_aside as aside, ${goneOf(sql`b.id`)} as gone, exists (select ${freeIn(sql`b.id`)}) as "isAnyFree"
    from ${batches} b where b.id = ${batchId}`);
  const [batch] = rows;
  if (!batch || batch.state === "draft") return refused("batchNotFound");
  if (batch.state === "undone" && !batch.isAnyFree) return refused("batchUndone");
  if ((batch.state === "added" || batch.state === "adding") && batch.gone > 0) return refused("batchHasLeft", batch.gone);
  if (batch.state === "added" && !batch.isAnyFree) return refused("batchTookNothing");
  await tx.update(batches).set({ state: "undoing", undoneAt: null }).where(eq(batches.id, batchId));
  await tx.delete(batchLines).where(eq(batchLines.batchId, batchId));
  return granted({ left: batch.left, tookOut: batch.state === "undone" ? batch.aside : 0 });
}

/** How many IDs of an import are for sale. */
export function freeOf(batchId: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::integer ${freeIn(batchId)})`;
}

function freeIn(batchId: ReturnType<typeof sql>) {
  return sql`from units u join free_units f on f.product_id = u.product_id and f.unit_id = u.id where u.batch_id = ${batchId} and u.set_aside is null`;
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
