import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import type { NewBatch } from "../imports/batch.ts";
import { slicesOf } from "../slices.ts";
import { type Fingerprinted, findFingerprinted, isAddable, type Line, type ObjectionToIds, objectionTo } from "./known-units.server.ts";
import { openBatch } from "./open-batch.server.ts";
import type { Prepared } from "./prepare-ids.server.ts";

/** The result of adding IDs: how many are new, and how many the product already had. [S5.11] */
export type AddedUnits = { added: number; skipped: number; addedUnitIds: number[] };

/**
 * Adds IDs, in order, to a product whose stock the transaction has locked. Skips IDs the product
 * already has and reuses the rows of removed IDs. Refuses `idOfOtherProduct` and `idAlike` (known
 * in another spelling) before anything is written. Creates the batch if at least one ID is new.
 * [S3.9] [S5.11]
 */
export async function addUnits(
  services: Pick<Services, "vault">,
  tx: Tx,
  productId: string,
  ids: readonly Prepared[],
  at: Date,
  batch: NewBatch | null = null,
): Promise<Result<AddedUnits, "idOfOtherProduct" | "idAlike">> {
  const chosen = chosenAmong(await findFingerprinted(services, tx, ids), productId);
  if (!chosen.ok) return chosen;

  if (batch && chosen.value.length > 0) await openBatch(tx, productId, batch, at);
  const addedUnitIds = await enterUnits(services, tx, productId, chosen.value, at, batch?.id);
  return ok({ added: addedUnitIds.length, skipped: ids.length - addedUnitIds.length, addedUnitIds });
}

/**
 * Returns the lines that are new to the product; an ID that was ever delivered is not. Refuses
 * `idOfOtherProduct` and `idAlike`; writes nothing. [S3.9] [S5.11]
 */
export function chosenAmong<L extends Line>(lines: readonly L[], productId: string): Result<L[], ObjectionToIds["code"]> {
  return objectionTo(lines, productId) ?? ok(lines.filter(isAddable));
}

/**
 * Inserts the chosen IDs in order, links them to the batch and makes them available. Throws
 * `EnteredMeanwhile` when another transaction inserted one of them first. [S3.2]
 */
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

/** A value to insert, with its fingerprint, and encrypted if that was done in advance. */
type ChosenUnit = Pick<Fingerprinted, "value" | "fingerprint"> & Partial<Pick<Prepared, "encrypted">>;

/** Inserts the IDs, makes them available and raises the counter in one statement. */
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
 * Inserts IDs that are delivered right away and never were in stock; returns the unit ID of each
 * value. Throws `EnteredMeanwhile` when another transaction inserted one first, so run it inside
 * `untilNoneEnteredMeanwhile`. [S4.4]
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

/** Inserts new IDs, or reuses the rows of removed ones. */
function entering(vault: Services["vault"], productId: string, lines: ChosenUnit[], at: Date, batchId: string | null = null): SQL {
  const encrypted = lines.map((line) => line.encrypted ?? vault.encrypt(placeOf("units.value", line.fingerprint), line.value));
  const fingerprints = lines.map(({ fingerprint }) => fingerprint);
  return sql`insert into units (product_id, value, fingerprint, imported_at, batch_id)
      select ${productId}, value, fingerprint, ${at.toISOString()}::timestamptz, ${batchId}
      from unnest(${sql.param(encrypted)}::bytea[], ${sql.param(fingerprints)}::bytea[]) with ordinality as line (value, fingerprint, n)
      order by n
      on conflict (fingerprint) do update
        set product_id = excluded.product_id, value = excluded.value, imported_at = excluded.imported_at, withdrawn = null,
          withdrawn_at = null, batch_id = excluded.batch_id
        where units.withdrawn = 'removed'
      returning id, fingerprint`;
}

/**
 * Another transaction added or removed one of the IDs between our read and our write; the
 * transaction must be retried.
 */
export class EnteredMeanwhile extends Error {
  override name = "EnteredMeanwhile";
}

const ATTEMPTS_MAX = 8;

/**
 * Retries a transaction that adds IDs when another one inserted an ID of it at the same moment. The
 * retry sees that ID and skips or refuses it. [S3.9]
 */
export async function untilNoneEnteredMeanwhile<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (cause) {
      if (attempt >= ATTEMPTS_MAX || !(cause instanceof EnteredMeanwhile)) throw cause;
    }
  }
}
