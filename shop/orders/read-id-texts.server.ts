import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { lookedAtLater } from "#platform/looked-at-later.ts";
import { openLines } from "#platform/opening/open-lines.ts";
import type { Opening } from "#platform/opening/opening-thread.server.ts";
import type { Services } from "#platform/provides.ts";
import { spareMemory } from "#platform/spare-memory.ts";
import { PRODUCT_IDS_SENT_AT_ONCE } from "#shop/constants.ts";
import type { IdState } from "#shop/stock/product-id.ts";
import { freeUnits, units } from "#shop/stock/tables.server.ts";
import type { IdFilter } from "./read-ids.server.ts";
import { orderUnits } from "./tables.server.ts";

/** So many reads are being opened, or are open, while the one before them is awaited. */
const OPENED_AHEAD = 3;

/**
 * The IDs of a product that the filter lets through and that were not erased, one per line, many at a time and in their order. A few of the next ones are asked for and opened
 * meanwhile, no more; nobody is kept waiting by it, and no connection while the reader is slow. Many are opened in threads of their own. [S2.35]
 */
export async function* readIdTexts(
  { db, vault, beginOpening }: Pick<Services, "db" | "vault" | "beginOpening">,
  productId: string,
  { state = null, search = null }: IdFilter,
): AsyncGenerator<Uint8Array> {
  const words = search?.trim().toLowerCase() ?? "";
  let opening: Opening | null = null;
  try {
    const opened: Promise<Uint8Array>[] = [];
    for (let asked: Promise<SealedIds> | null = lookedAtLater(readSealed(db, productId, state, 0)); asked !== null; ) {
      const { ids, last, sealed }: SealedIds = await asked;
      asked = ids === PRODUCT_IDS_SENT_AT_ONCE ? lookedAtLater(readSealed(db, productId, state, last)) : null;
      if (asked) opening ??= beginOpening();
      opened.push(lookedAtLater(opening ? opening.lines(sealed, words) : Promise.resolve(openLines(vault.open, sealed, words))));
      if (opened.length > OPENED_AHEAD) yield* unlessEmpty(await opened.shift());
      if (asked) spareMemory();
    }
    for (const lines of opened) yield* unlessEmpty(await lines);
  } finally {
    await opening?.close();
  }
}

function* unlessEmpty(lines: Uint8Array | undefined): Generator<Uint8Array> {
  if (lines && lines.length > 0) yield lines;
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

/** How many IDs were read, the number of the last one, and their sealed values one behind the other, each behind its length, in some pieces. */
type SealedIds = { ids: number; last: number; sealed: Buffer[] };

/** So many go into a piece: it is put together, sent and taken apart without long texts, which cost more than their share. */
const IDS_IN_PIECE = 500;

/**
 * Joins only what the state asks for: most of the work is to find a million rows. The database puts the values together: a row for each would cost more here than opening
 * it does.
 */
async function readSealed(db: Services["db"], productId: string, state: IdFilter["state"], after: number): Promise<SealedIds> {
  const read = db.select({ id: units.id, value: units.value }).from(units).$dynamic();
  // From where it goes on is said of what is joined, too: the database does not conclude it, and would begin there anew for each read.
  const free = and(eq(freeUnits.productId, units.productId), eq(freeUnits.unitId, units.id), gt(freeUnits.unitId, after));
  if (state === "available") read.innerJoin(freeUnits, free);
  const ofOrders = and(eq(orderUnits.unitId, units.id), gt(orderUnits.unitId, after));
  if (state === "reserved" || state === "delivered") read.innerJoin(orderUnits, ofOrders);
  const page = read
    .where(and(eq(units.productId, productId), gt(units.id, after), isNotNull(units.value), isNotDeleted, stateIs(state ?? null)))
    .orderBy(asc(units.id))
    .limit(PRODUCT_IDS_SENT_AT_ONCE)
    .as("page");
  const place = sql<number>`row_number() over (order by ${page.id})`.as("place");
  const placed = db.select({ id: page.id, value: page.value, place }).from(page).as("placed");
  const behindLength = sql`int4send(octet_length(${placed.value})) || ${placed.value}`;
  const last = sql<number>`max(${placed.id})`.mapWith(units.id);
  const pieces = await db
    .select({
      ids: sql<number>`count(*)::integer`,
      last,
      // Shorter than the database's own text of bytes.
      sealed: sql<string>`encode(string_agg(${behindLength}, '' order by ${placed.id}), 'base64')`,
    })
    .from(placed)
    .groupBy(sql`(${placed.place} - 1) / ${IDS_IN_PIECE}`)
    .orderBy(last);
  return {
    ids: pieces.reduce((sum, { ids }) => sum + ids, 0),
    last: pieces.at(-1)?.last ?? after,
    sealed: pieces.map(({ sealed }) => Buffer.from(sealed, "base64")),
  };
}
