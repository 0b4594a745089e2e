import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker, AskingAdmin } from "#shop/asker.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { TellProgress } from "./add-in-steps.server.ts";
import { enterUnits } from "./add-units.server.ts";
import { isAddable, lookUp } from "./known-units.server.ts";
import type { ChoosableSort, WaitingLine } from "./line-sorts.ts";
import { type NoteOnProduct, onProduct } from "./on-product.server.ts";
import { batches, batchLines } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;
type Batch = { id: string; productId: string };

/**
 * Adds the chosen kinds of lines of a checked import, in steps that are each whole: what was taken from the waiting lines is in the stock. What came into the
 * shop since the check is left out. An import that broke off goes on with what was chosen at first, and who chose
 * something else meanwhile is refused. For admins. [S2.25] [S5.11]
 */
export async function addBatch(
  services: Needs,
  asker: Asker,
  batchId: string,
  chosen: readonly ChoosableSort[],
  tell: TellProgress = () => {},
): Promise<Result<{ added: number }>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const begun = await begin(services, asker, batchId, chosen);
  if (!begun.ok) return begun;

  const { batch, sorts, steps } = begun.value;
  for (let step = 1; ; step += 1) {
    const added = await onProduct(services, asker, batch.productId, (tx, note) => addSome(services, tx, note, batch, sorts));
    if (!added.ok) return added;
    if (added.value !== null) return granted({ added: added.value });
    tell(Math.min(step, steps) * IDS_AT_ONCE, steps * IDS_AT_ONCE);
  }
}

type Begun = { batch: Batch; sorts: readonly string[]; steps: number };

/** From here on the import stands in the list, and nothing else can be chosen of it. */
async function begin(services: Needs, admin: AskingAdmin, batchId: string, chosen: readonly ChoosableSort[]): Promise<Result<Begun>> {
  const { db, now } = services;
  const [found] = await db
    .select({ id: batches.id, productId: batches.productId, state: batches.state, chosen: batches.chosen, report: batches.report })
    .from(batches)
    .where(eq(batches.id, batchId));
  if (!found?.report) return refused("batchNotFound");
  if (found.state === "draft" && chosen.length === 0) return refused("noSortChosen");
  return onProduct(services, admin, found.productId, async (tx, note) => {
    const draft = and(eq(batches.id, batchId), eq(batches.state, "draft"));
    const taken = { state: "adding" as const, chosen: [...chosen], createdAt: now(), adminId: admin.userId };
    const [its] = await tx.update(batches).set(taken).where(draft).returning({ chosen: batches.chosen });
    const { rows } = await tx.execute<{ state: string; chosen: string[]; steps: number }>(sql`
      select state, chosen, (select count(*)::integer from ${batchLines} where batch_id = ${batchId} and kind = 'waiting') as steps
      from ${batches} where id = ${batchId}`);
    const [standing] = rows;
    if (standing?.state !== "adding" || !(its || isSaid(chosen, standing.chosen))) return refused("batchNotDraft");
    if (its && standing.steps > 1) await note("ids-adding", { lines: countOf(found.report ?? {}, chosen) });
    return granted({ batch: found, sorts: standing.chosen, steps: standing.steps });
  });
}

/** Whether somebody who comes to an import that is being added wants no more and no less than was chosen at first. */
function isSaid(chosen: readonly string[], first: readonly string[]): boolean {
  return chosen.length === 0 || (chosen.length === first.length && chosen.every((sort) => first.includes(sort)));
}

function countOf(report: Partial<Record<string, number>>, sorts: readonly string[]): number {
  return sorts.reduce((sum, sort) => sum + (report[sort] ?? 0), 0);
}

/** One step: null where others may follow, and how many IDs the import has where none was left. */
async function addSome(
  services: Needs,
  tx: Tx,
  note: NoteOnProduct,
  batch: Batch,
  sorts: readonly string[],
): Promise<Result<number | null>> {
  const [standing] = await tx.select({ state: batches.state, ids: batches.ids }).from(batches).where(eq(batches.id, batch.id));
  if (standing?.state === "added") return granted(standing.ids);
  if (standing?.state !== "adding") return refused("batchUndone");
  const [waiting] = await tx
    .select({ id: batchLines.id, lines: batchLines.lines })
    .from(batchLines)
    .where(and(eq(batchLines.batchId, batch.id), eq(batchLines.kind, "waiting")))
    .orderBy(asc(batchLines.id))
    .limit(1);
  if (!waiting) {
    const report = sql`${batches.report} || jsonb_build_object('added', ${batches.ids})`;
    await tx.update(batches).set({ state: "added", report }).where(eq(batches.id, batch.id));
    if (standing.ids > 0) await note("ids-added", { count: standing.ids });
    return granted(standing.ids);
  }
  const lines: WaitingLine[] = JSON.parse(services.vault.open(waiting.lines));
  const values = lines.filter(([sort]) => sorts.includes(sort)).map(([, value]) => value);
  const known = await lookUp(services, tx, values);
  const entered = await enterUnits(services, tx, batch.productId, known.filter(isAddable), services.now(), batch.id);
  await tx.delete(batchLines).where(eq(batchLines.id, waiting.id));
  if (entered.length > 0) await announce(tx, "stock");
  return granted(null);
}
