import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { enterUnits } from "../books/add-units.server.ts";
import { findFingerprinted, isAddable } from "../books/known-units.server.ts";
import { type Prepared, prepareIds } from "../books/prepare-ids.server.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import type { ReportProgress } from "../ids/add-in-steps.server.ts";
import { onProduct, type RecordOnProduct } from "../on-product.server.ts";
import { batches, batchLines } from "../tables.server.ts";
import type { ChoosableSort, WaitingLine } from "./line-kinds.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;
type Batch = { id: string; productId: string };

/**
 * Adds the chosen kinds of lines of a checked import, in steps of one transaction each that move
 * waiting lines into the stock. Skips IDs that were added since the check. An interrupted import
 * continues with the kinds chosen first; refuses `batchNotDraft` if other kinds are chosen then.
 * For admins. [S2.25] [S5.11]
 */
export async function addBatch(
  services: Needs,
  actor: Actor,
  batchId: string,
  chosen: readonly ChoosableSort[],
  reportProgress: ReportProgress = () => {},
): Promise<Result<{ added: number }>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const begun = await begin(services, actor, batchId, chosen);
  if (!begun.ok) return begun;

  const { batch, sorts, steps } = begun.value;
  for (let step = 1; ; step += 1) {
    const next = await readNext(services, batch, sorts);
    const prints = next?.lines.flatMap((line) => line.prints);
    const added = await onProduct(services, actor, batch.productId, (tx, record) => addSome(services, tx, record, batch, next), prints);
    if (!added.ok) return added;
    if (added.value !== null) return ok({ added: added.value });
    reportProgress(Math.min(step, steps) * IDS_AT_ONCE, steps * IDS_AT_ONCE);
  }
}

type Begun = { batch: Batch; sorts: readonly string[]; steps: number };

/** Moves the draft to `adding`: it appears in the list of imports, and its choice is final. */
async function begin(services: Needs, admin: ActingAdmin, batchId: string, chosen: readonly ChoosableSort[]): Promise<Result<Begun>> {
  const { db, now } = services;
  const [found] = await db
    .select({ id: batches.id, productId: batches.productId, state: batches.state, chosen: batches.chosen, report: batches.report })
    .from(batches)
    .where(eq(batches.id, batchId));
  if (!found?.report) return refused("batchNotFound");
  if (found.state === "draft" && chosen.length === 0) return refused("noSortChosen");
  return onProduct(services, admin, found.productId, async (tx, record) => {
    const draft = and(eq(batches.id, batchId), eq(batches.state, "draft"));
    const taken = { state: "adding" as const, chosen: [...chosen], createdAt: now(), adminId: admin.userId };
    const [its] = await tx.update(batches).set(taken).where(draft).returning({ chosen: batches.chosen });
    const { rows } = await tx.execute<{ state: string; chosen: string[]; steps: number }>(sql`
      select state, chosen, (select count(*)::integer from ${batchLines} where batch_id = ${batchId} and kind = 'waiting') as steps
      from ${batches} where id = ${batchId}`);
    const [standing] = rows;
    if (standing?.state !== "adding" || !(its || isSameChoice(chosen, standing.chosen))) return refused("batchNotDraft");
    if (its && standing.steps > 1) await record("ids-adding", { lines: countOf(found.report ?? {}, chosen) });
    return ok({ batch: found, sorts: standing.chosen, steps: standing.steps });
  });
}

/**
 * Whether somebody who continues an import asks for the same kinds as were chosen first, or for
 * none in particular.
 */
function isSameChoice(chosen: readonly string[], first: readonly string[]): boolean {
  return chosen.length === 0 || (chosen.length === first.length && chosen.every((sort) => first.includes(sort)));
}

function countOf(report: Partial<Record<string, number>>, sorts: readonly string[]): number {
  return sorts.reduce((sum, sort) => sum + (report[sort] ?? 0), 0);
}

/**
 * The lines to add next, with their fingerprints. They are read before locking because they
 * determine which products to lock.
 */
type Next = { id: number; lines: Prepared[] };

async function readNext(services: Needs, batch: Batch, sorts: readonly string[]): Promise<Next | null> {
  const [waiting] = await services.db
    .select({ id: batchLines.id, lines: batchLines.lines })
    .from(batchLines)
    .where(and(eq(batchLines.batchId, batch.id), eq(batchLines.kind, "waiting")))
    .orderBy(asc(batchLines.id))
    .limit(1);
  if (!waiting) return null;
  const lines: WaitingLine[] = JSON.parse(services.vault.decrypt(placeOf("batch_lines.lines", batch.id, "waiting"), waiting.lines));
  const values = lines.filter(([sort]) => sorts.includes(sort)).map(([, value]) => value);
  return { id: waiting.id, lines: await prepareIds(services, values) };
}

/**
 * Adds the next waiting lines. Returns null while there may be more, otherwise the number of IDs in
 * the batch.
 */
async function addSome(services: Needs, tx: Tx, record: RecordOnProduct, batch: Batch, next: Next | null): Promise<Result<number | null>> {
  const [standing] = await tx.select({ state: batches.state, ids: batches.ids }).from(batches).where(eq(batches.id, batch.id));
  if (standing?.state === "added") return ok(standing.ids);
  if (standing?.state !== "adding") return refused("batchUndone");
  const [waiting] = await tx
    .select({ id: batchLines.id })
    .from(batchLines)
    .where(and(eq(batchLines.batchId, batch.id), eq(batchLines.kind, "waiting")))
    .orderBy(asc(batchLines.id))
    .limit(1);
  if (!waiting) {
    const report = sql`${batches.report} || jsonb_build_object('added', ${batches.ids})`;
    await tx.update(batches).set({ state: "added", report }).where(eq(batches.id, batch.id));
    if (standing.ids > 0) await record("ids-added", { count: standing.ids });
    return ok(standing.ids);
  }
  // Another request that adds the same import took these lines; the next step reads what is left.
  if (next?.id !== waiting.id) return ok(null);
  const known = await findFingerprinted(services, tx, next.lines);
  const entered = await enterUnits(services, tx, batch.productId, known.filter(isAddable), services.now(), batch.id);
  await tx.delete(batchLines).where(eq(batchLines.id, waiting.id));
  if (entered.length > 0) await announce(tx, "stock");
  return ok(null);
}
