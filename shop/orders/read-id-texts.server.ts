import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

import type { Services } from "#platform/provides.ts";
import { spareMemory } from "#platform/spare-memory.ts";
import { PRODUCT_IDS_SENT_AT_ONCE } from "#shop/constants.ts";
import type { IdState } from "#shop/stock/product-id.ts";
import { freeUnits, units } from "#shop/stock/tables.server.ts";
import type { IdFilter } from "./read-ids.server.ts";
import { orderUnits } from "./tables.server.ts";

/**
 * The IDs of a product that the filter lets through and that were not erased, one per line, many at a time and in their order. The next ones are asked for while those before
 * them are opened, no more; nobody is kept waiting by it, and no connection while the reader is slow. [S2.35]
 */
export async function* readIdTexts(
  { db, vault }: Pick<Services, "db" | "vault">,
  productId: string,
  { state = null, search = null }: IdFilter,
): AsyncGenerator<string> {
  const words = search?.trim().toLowerCase() ?? "";
  const ask = (after: number): Promise<SealedId[]> => {
    const rows = readSealed(db, productId, state, after);
    // It is looked at when it is its turn, or not at all where the reader has left by then.
    rows.catch(() => {});
    return rows;
  };
  for (let asked: Promise<SealedId[]> | null = ask(0); asked !== null; ) {
    const rows: SealedId[] = await asked;
    const last = rows.at(-1);
    asked = last && rows.length === PRODUCT_IDS_SENT_AT_ONCE ? ask(last.unitId) : null;

    let text = "";
    for (const { value } of rows) {
      const opened = vault.open(value);
      if (words === "" || opened.toLowerCase().includes(words)) text += `${opened}\n`;
    }
    if (text !== "") yield text;
    if (asked) spareMemory();
    await others();
  }
}

/** What was deleted is not in the shop, though its row stays in the books. */
const isNotDeleted = sql`${units.setAside} is distinct from 'removed'`;

const isIn: Record<IdState, SQL | undefined> = {
  available: isNotNull(freeUnits.unitId),
  reserved: and(isNotNull(orderUnits.unitId), isNull(orderUnits.deliveredAt)),
  delivered: isNotNull(orderUnits.deliveredAt),
  "set-aside": eq(units.setAside, "faulty"),
};

const stateIs = (state: IdState | null) => (state ? isIn[state] : undefined);

type SealedId = { unitId: number; value: Buffer };

/** Joins only what the state asks for: most of the work is to find a million rows. */
async function readSealed(db: Services["db"], productId: string, state: IdFilter["state"], after: number): Promise<SealedId[]> {
  const value = sql<Buffer>`${units.value}`;
  const read = db.select({ unitId: units.id, value }).from(units).$dynamic();
  if (state === "available") read.innerJoin(freeUnits, and(eq(freeUnits.productId, units.productId), eq(freeUnits.unitId, units.id)));
  if (state === "reserved" || state === "delivered") read.innerJoin(orderUnits, eq(orderUnits.unitId, units.id));
  return read
    .where(and(eq(units.productId, productId), gt(units.id, after), isNotNull(units.value), isNotDeleted, stateIs(state ?? null)))
    .orderBy(asc(units.id))
    .limit(PRODUCT_IDS_SENT_AT_ONCE);
}
