import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { BatchWay, NewBatch } from "./batch.ts";
import { batches } from "./tables.server.ts";

/** An import by an admin that one transaction writes whole, unless told. */
export function aNewBatch({ userId }: AskingAdmin, way: BatchWay, isWhole = true): NewBatch {
  return { id: randomUUID(), way, adminId: userId, isWhole };
}

/** Step: writes an import down before its first IDs, in whichever of its steps they come. The product's stock is locked. */
export async function openBatch(tx: Tx, productId: string, { id, way, adminId, isWhole }: NewBatch, at: Date): Promise<void> {
  await tx
    .insert(batches)
    .values({ id, productId, way, state: isWhole ? "added" : "adding", createdAt: at, adminId })
    .onConflictDoNothing({ target: batches.id });
}

/** Step: whether an import may be given more IDs: it is being added, or not written down yet. The product's stock is locked. */
export async function mayGrow(tx: Tx, batchId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ state: string }>(sql`select state from ${batches} where id = ${batchId}`);
  return rows.every(({ state }) => state === "adding");
}

/** Step: an import that came in steps has all that will come. */
export async function closeBatch(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`update ${batches} set state = 'added' where id = ${batchId} and state = 'adding'`);
}
