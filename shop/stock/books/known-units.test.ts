import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import { lookUp } from "./known-units.server.ts";

const ERASED = 5_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  for (const event of ["erased", "delivered"]) {
    await shop.services.db.$client.query(
      `insert into ledger (product_id, seq, event, fingerprints, at, mac)
        select $1, n, $1, array[sha256(n::text::bytea)], now(), '' from generate_series(1, ${ERASED}) as n`,
      [event],
    );
  }
});
afterAll(() => shop.close());

/** Rows read from these tables while that many unknown values are looked up. */
async function rowsReadFor(many: number, tables = ["ledger"]): Promise<number> {
  return inTransaction(shop.services.db, async (tx) => {
    // Earlier reads of this connection may not have reached the statistics yet.
    const before = await rowsRead(tx, tables);
    const lines = await lookUp(
      shop.services,
      tx,
      Array.from({ length: many }, () => randomBytes(8).toString("hex")),
    );
    expect(lines.filter(({ isErased }) => isErased)).toEqual([]);
    return (await rowsRead(tx, tables)) - before;
  });
}

async function rowsRead(tx: Tx, tables: string[]): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables where relname = any(${sql.param(tables)})`,
  );
  return rows[0]?.read ?? 0;
}

test("however many IDs were erased, looking up one or very many others reads none of their rows, whatever the planner knows of the ledger", async () => {
  expect(await rowsReadFor(1)).toBe(0);
  expect(await rowsReadFor(2 * IDS_AT_ONCE)).toBe(0);
  await shop.services.db.execute(sql`analyze ledger`);
  expect(await rowsReadFor(1)).toBe(0);
  expect(await rowsReadFor(2 * IDS_AT_ONCE)).toBe(0);
});

test("looking very many new IDs up reads no row of what is in the books, however few the planner takes those for", async () => {
  await aProduct(shop, { ids: Array.from({ length: ERASED }, (_, n) => `known-${n}`) });
  await shop.services.db.$client.query("analyze");
  expect(await rowsReadFor(IDS_AT_ONCE, ["units", "products", "order_units"])).toBe(0);
});
