import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { searchedText } from "#shop/search-pattern.ts";
import { PRODUCT_IDS_READ_AT_ONCE } from "../constants.ts";
import { freeUnits, productStock, units } from "../tables.server.ts";

/**
 * Finds a product's free IDs whose text contains the search, ignoring case; without a search, all
 * of them. Values are decrypted in slices, and other requests run in between. [S2.35]
 */
export async function findFreeUnits({ db, vault }: Pick<Services, "db" | "vault">, productId: string, search: string): Promise<number[]> {
  const words = searchedText(search).trim();
  const found: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await db
      .select({ unitId: freeUnits.unitId, print: units.fingerprint, value: sql<Buffer>`${units.value}` })
      .from(freeUnits)
      .innerJoin(units, eq(units.id, freeUnits.unitId))
      .where(and(eq(freeUnits.productId, productId), gt(freeUnits.unitId, after)))
      .orderBy(asc(freeUnits.unitId))
      .limit(PRODUCT_IDS_READ_AT_ONCE);
    for (const { unitId, print, value } of rows)
      if (words === "" || searchedText(vault.decrypt(placeOf("units.value", print), value)).includes(words)) found.push(unitId);
    after = rows.length === PRODUCT_IDS_READ_AT_ONCE ? rows.at(-1)?.unitId : undefined;
    await others();
  }
  return found;
}

/**
 * Removes those of the IDs that are still free, lowers the counter and returns how many were
 * removed, in one statement. The product's stock must be locked. The removal is dated 1 µs after
 * `at`: a product is deleted at a whole millisecond, so restoring it never restores IDs that were
 * removed on their own.
 */
export async function removeFreeUnits(tx: Tx, productId: string, unitIds: readonly number[], at: Date): Promise<number> {
  const { rows } = await tx.execute<{ removed: number }>(sql`with gone as (
      delete from ${freeUnits} where product_id = ${productId} and unit_id = any(${sql.param([...unitIds])}::bigint[]) returning unit_id
    ), counted as (
      update ${productStock} set available = available - (select count(*) from gone) where product_id = ${productId}
    ), withdrawn as (
      update ${units} set withdrawn = 'removed', withdrawn_at = ${at.toISOString()}::timestamptz + interval '1 microsecond'
      where id in (select unit_id from gone)
    )
    select count(*)::integer as removed from gone`);
  return rows[0]?.removed ?? 0;
}
