import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Database } from "#platform/database/open.server.ts";
import { enterUnits } from "#shop/stock/books/add-units.server.ts";
import { earlierIdFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { benchVault } from "../load/pgbench.ts";

const AT_ONCE = 20_000;
const spellings = {
  "all of them plain": (n: number) => `plain_${n}:pass${n}`,
  "each with a hidden character": (n: number) => `hidden_${n}\u200b:pass${n}`,
};

/** How the IDs are spelled. */
export type Spelling = keyof typeof spellings;

/** Adds IDs to the stock of one product as an earlier version did. */
export async function stockEarlierIds(db: Database, ids: number, spelling: Spelling): Promise<void> {
  await db.$client.query("insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'Account', 100, now(), now())");
  await db.$client.query("insert into product_stock (product_id, available) values ('p', 0)");
  for (let entered = 0; entered < ids; entered += AT_ONCE) {
    const lines = Array.from({ length: Math.min(AT_ONCE, ids - entered) }, (_, n) => spellings[spelling](entered + n)).map((value) => ({
      value,
      fingerprint: earlierIdFingerprint(benchVault, value),
    }));
    await inTransaction(db, (tx) => enterUnits({ vault: benchVault }, tx, "p", lines, new Date()));
  }
  await db.$client.query("vacuum analyze units");
}
