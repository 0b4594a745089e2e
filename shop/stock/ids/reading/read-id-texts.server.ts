import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { searchedText } from "#shop/search-pattern.ts";
import { PRODUCT_IDS_SENT_AT_ONCE } from "#shop/stock/constants.ts";
import { freeUnits, units } from "#shop/stock/tables.server.ts";
import type { IdState } from "../product-id.ts";
import type { IdFilter } from "./read-ids.server.ts";

/** IDs decrypted before yielding to other requests; takes about 1 ms. */
const DECRYPTED_AT_ONCE = 200;

/**
 * Streams the product's IDs that match the filter and are not erased, one per line as UTF-8. Reads
 * and decrypts in steps as the client consumes them, so a million IDs need no more memory than one
 * step. [S2.35]
 */
export async function* readIdTexts(
  { db, vault }: Pick<Services, "db" | "vault">,
  productId: string,
  { state = null, search = null }: IdFilter,
): AsyncGenerator<Uint8Array> {
  const words = searchedText(search ?? "").trim();
  for (let after: number | null = 0; after !== null; ) {
    const rows: EncryptedId[] = await readEncrypted(db, productId, state, after);
    let lines = "";
    for (const [at, { print, value }] of rows.entries()) {
      const text = vault.decrypt(placeOf("units.value", print), value);
      if (words === "" || searchedText(text).includes(words)) lines += `${text}\n`;
      if (at % DECRYPTED_AT_ONCE === DECRYPTED_AT_ONCE - 1) await others();
    }
    if (lines !== "") yield Buffer.from(lines);
    after = rows.length === PRODUCT_IDS_SENT_AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
  }
}

/** Rows of removed IDs stay in the table but are no longer part of the shop. */
const isNotDeleted = sql`${units.withdrawn} is distinct from 'removed'`;

const isIn: Record<IdState, SQL | undefined> = {
  available: isNotNull(freeUnits.unitId),
  reserved: and(isNotNull(orderUnits.unitId), isNull(orderUnits.deliveredAt)),
  delivered: isNotNull(orderUnits.deliveredAt),
  withdrawn: inArray(units.withdrawn, ["faulty", "held back", "recalled"]),
};

const stateIs = (state: IdState | null) => (state ? isIn[state] : undefined);

type EncryptedId = { id: number; print: Buffer; value: Buffer };

/** Joins only the tables that the state needs; finding a million rows is most of the work. */
function readEncrypted(db: Services["db"], productId: string, state: IdFilter["state"], after: number): Promise<EncryptedId[]> {
  const read = db
    .select({ id: units.id, print: units.fingerprint, value: sql<Buffer>`${units.value}` })
    .from(units)
    .$dynamic();
  // Repeat the cursor on the joined table; otherwise PostgreSQL scans it from the start in every
  // step.
  const free = and(eq(freeUnits.productId, units.productId), eq(freeUnits.unitId, units.id), gt(freeUnits.unitId, after));
  if (state === "available") read.innerJoin(freeUnits, free);
  const ofOrders = and(eq(orderUnits.unitId, units.id), gt(orderUnits.unitId, after));
  if (state === "reserved" || state === "delivered") read.innerJoin(orderUnits, ofOrders);
  return read
    .where(and(eq(units.productId, productId), gt(units.id, after), isNotNull(units.value), isNotDeleted, stateIs(state ?? null)))
    .orderBy(asc(units.id))
    .limit(PRODUCT_IDS_SENT_AT_ONCE);
}
