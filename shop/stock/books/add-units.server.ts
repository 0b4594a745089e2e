import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { spareMemory } from "#platform/spare-memory.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { NewBatch } from "./batch.ts";
import { findForeign, foreignAmong, isAddable, type Line, lookUpMarked, type Marked } from "./known-units.server.ts";
import { openBatch } from "./open-batch.server.ts";
import type { Prepared } from "./prepare-ids.server.ts";
import { slicesOf } from "./slices.ts";

/** What came of adding IDs: how many are new, and how many the product had already. [S5.11] */
export type AddedUnits = { added: number; skipped: number; addedUnitIds: number[] };

/**
 * Adds IDs to a product whose stock the transaction has locked, in their order. Skips what the product already has, takes back what left the shop
 * with a deleted product, and refuses, before anything is written, a value that another product has. Where one is new, the import is written down first. [S3.9] [S5.11]
 */
export async function addUnits(
  services: Pick<Services, "vault">,
  tx: Tx,
  productId: string,
  ids: readonly Prepared[],
  at: Date,
  batch: NewBatch | null = null,
): Promise<Result<AddedUnits, "idOfOtherProduct">> {
  const chosen = chosenAmong(await lookUpMarked(tx, ids), productId);
  if (!chosen.ok) return chosen;

  if (batch && chosen.value.length > 0) await openBatch(tx, productId, batch, at);
  const addedUnitIds = await enterUnits(services, tx, productId, chosen.value, at, batch?.id);
  return granted({ added: addedUnitIds.length, skipped: ids.length - addedUnitIds.length, addedUnitIds });
}

/** Decides, before anything is written, which of the IDs are new to the product; what was delivered once never is. [S3.9] [S5.11] */
export function chosenAmong<L extends Line>(lines: readonly L[], productId: string): Result<L[], "idOfOtherProduct"> {
  const foreign = foreignAmong(lines, productId);
  if (foreign) return refused("idOfOtherProduct", foreign.productName);

  return granted(lines.filter(isAddable));
}

/** Enters chosen IDs in their order, with the import that they come with, and makes them available. Throws when somebody entered one meanwhile. [S3.2] */
export async function enterUnits(
  services: Pick<Services, "vault">,
  tx: Tx,
  productId: string,
  chosen: readonly ChosenUnit[],
  at: Date,
  batchId: string | null = null,
): Promise<number[]> {
  const unitIds: number[] = [];
  for (const slice of slicesOf(chosen)) unitIds.push(...(await enter(services, tx, productId, slice, at, batchId)));
  return unitIds;
}

/** A value that is to be entered, with its fingerprint; sealed where it was prepared. */
export type ChosenUnit = Pick<Marked, "value" | "fingerprint"> & Partial<Pick<Prepared, "sealed">>;

/** Decides beforehand whether another product has one of many values; what comes into the shop meanwhile is found when they are entered. [S3.9] */
export async function objectionToValues(
  services: Pick<Services, "db" | "vault">,
  productId: string,
  values: readonly string[],
): Promise<Result<null, "idOfOtherProduct">> {
  for (const slice of slicesOf(values)) {
    const foreign = await findForeign(services, services.db, productId, slice);
    if (foreign) return refused("idOfOtherProduct", foreign.productName);
    spareMemory();
  }
  return granted(null);
}

/** Enters the IDs, makes them available and raises the counter, in one statement. */
async function enter(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  productId: string,
  lines: ChosenUnit[],
  at: Date,
  batchId: string | null,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`with entered as (${entering(vault, productId, lines, at, batchId)}), freed as (
      insert into free_units (product_id, unit_id) select ${productId}, id from entered returning unit_id
    ), counted as (
      update product_stock set available = available + (select count(*) from freed) where product_id = ${productId}
    )
    select id from entered order by id`);
  if (rows.length !== lines.length) throw new EnteredMeanwhile();
  return rows.map(({ id }) => Number(id));
}

/**
 * Enters IDs that are handed over at this moment and were never in the stock; returns the unit id of each value. Throws, as for
 * `untilNoneEnteredMeanwhile`, when somebody entered one meanwhile. [S4.4]
 */
export async function enterHandedOver(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  productId: string,
  lines: ChosenUnit[],
  at: Date,
): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; fingerprint: Buffer }>(entering(vault, productId, lines, at));
  if (rows.length !== lines.length) throw new EnteredMeanwhile();
  const ids = new Map(rows.map(({ id, fingerprint }) => [fingerprint.toString("hex"), Number(id)]));
  return new Map(lines.map(({ value, fingerprint }) => [value, ids.get(fingerprint.toString("hex")) ?? 0]));
}

/** Writes new IDs into the books, or takes back those that left the shop with a deleted product. */
function entering(vault: Services["vault"], productId: string, lines: ChosenUnit[], at: Date, batchId: string | null = null): SQL {
  const sealed = lines.map((line) => line.sealed ?? vault.seal(line.value));
  const fingerprints = lines.map(({ fingerprint }) => fingerprint);
  return sql`insert into units (product_id, value, fingerprint, imported_at, batch_id)
      select ${productId}, value, fingerprint, ${at.toISOString()}::timestamptz, ${batchId}
      from unnest(${sql.param(sealed)}::bytea[], ${sql.param(fingerprints)}::bytea[]) with ordinality as line (value, fingerprint, n)
      order by n
      on conflict (fingerprint) do update
        set product_id = excluded.product_id, value = excluded.value, imported_at = excluded.imported_at, set_aside = null,
          set_aside_at = null, batch_id = excluded.batch_id
        where units.set_aside = 'removed'
      returning id, fingerprint`;
}

/** Somebody entered one of the IDs between looking and writing: the transaction has to start again. */
class EnteredMeanwhile extends Error {
  override name = "EnteredMeanwhile";
}

const ATTEMPTS_MAX = 5;
const DEADLOCK = "40P01";

/** Runs a transaction that adds IDs again when somebody entered one of them in the same moment; then it is seen, and skipped or refused. [S3.9] */
export async function untilNoneEnteredMeanwhile<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (cause) {
      if (tried >= ATTEMPTS_MAX || !isEnteredMeanwhile(cause)) throw cause;
    }
  }
}

function isEnteredMeanwhile(cause: unknown): boolean {
  if (cause instanceof EnteredMeanwhile) return true;
  const source = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return source instanceof Error && "code" in source && source.code === DEADLOCK;
}
