import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { lookUp } from "./known-units.server.ts";

const ERASED = 5_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  for (const event of ["erased", "delivered"]) {
    await shop.services.db.$client.query(
      `insert into ledger (product_id, seq, event, fingerprints, at, mac)
        select $1, n, $1, array[sha256(n::text::bytea)], now(), '' from generate_series(1, ${ERASED}) as n`,
      [event],
    );
  }
});
afterAll(() => shop.close());

/** How many rows of the ledger are read while that many values are looked up of which nobody ever heard. */
async function rowsReadFor(many: number): Promise<number> {
  return shop.services.db.transaction(async (tx) => {
    const lines = await lookUp(
      shop.services,
      tx,
      Array.from({ length: many }, () => randomBytes(8).toString("hex")),
    );
    expect(lines.filter(({ isErased }) => isErased)).toEqual([]);
    const { rows } = await tx.execute<{ read: number }>(
      sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables where relname = 'ledger'`,
    );
    return rows[0]?.read ?? 0;
  });
}

test("however many IDs were erased, looking up one or very many others reads none of their rows, whatever the planner knows of the ledger", async () => {
  expect(await rowsReadFor(1)).toBe(0);
  expect(await rowsReadFor(2 * IDS_AT_ONCE)).toBe(0);
  await shop.services.db.execute(sql`analyze ledger`);
  expect(await rowsReadFor(1)).toBe(0);
  expect(await rowsReadFor(2 * IDS_AT_ONCE)).toBe(0);
});
