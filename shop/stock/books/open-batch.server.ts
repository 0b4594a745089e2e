import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import type { BatchWay, NewBatch } from "../imports/batch.ts";
import { batches } from "../tables.server.ts";

/** A new batch by an admin; `isWhole` means that one transaction writes all of it. */
export function aNewBatch({ userId }: ActingAdmin, way: BatchWay, isWhole = true): NewBatch {
  return { id: randomUUID(), way, adminId: userId, isWhole };
}

/**
 * Inserts the batch before its first IDs. Later steps of the same batch change nothing. The
 * product's stock must be locked.
 */
export async function openBatch(tx: Tx, productId: string, { id, way, adminId, isWhole }: NewBatch, at: Date): Promise<void> {
  await tx
    .insert(batches)
    .values({ id, productId, way, state: isWhole ? "added" : "adding", createdAt: at, adminId })
    .onConflictDoNothing({ target: batches.id });
}

/**
 * Whether a batch may receive more IDs: it is still being added, or not stored yet. The product's
 * stock must be locked.
 */
export async function mayGrow(tx: Tx, batchId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ state: string }>(sql`select state from ${batches} where id = ${batchId}`);
  return rows.every(({ state }) => state === "adding");
}

/** Marks a batch that was added in steps as complete. */
export async function closeBatch(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`update ${batches} set state = 'added' where id = ${batchId} and state = 'adding'`);
}
