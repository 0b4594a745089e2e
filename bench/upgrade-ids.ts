import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { enterUnits } from "#shop/stock/books/add-units.server.ts";
import { earlierIdFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { upgradeIds } from "#shop/stock/books/upgrade-ids.server.ts";
import { benchLedger, benchVault } from "./load/pgbench.ts";
import { reportAtMost } from "./measuring/report.ts";
import { openCopy } from "./shops/stored-seed.ts";

/** Can be lowered on the command line: `npm run bench -- upgrade-ids 10000`. */
const IDS = Number(process.argv[2] ?? 1_000_000);
const AT_ONCE = 20_000;
const MAX_SECONDS = 60;

for (const [name, spelled] of [
  ["all of them plain", (n: number) => `plain_${n}:pass${n}`],
  ["each with a hidden character", (n: number) => `hidden_${n}\u200b:pass${n}`],
] as const) {
  const seed = new URL(import.meta.url);
  const postgres = await openCopy(`${IDS}-ids-${name.replaceAll(" ", "-")}`, seed, (url) => withDatabase(url, (db) => stock(db, spelled)));
  try {
    const seconds = await withDatabase(postgres.url, upgrade);
    reportAtMost(`the first start with ${IDS.toLocaleString("en")} IDs of an earlier version, ${name}`, [seconds], "s", MAX_SECONDS);
  } finally {
    await postgres.close();
  }
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { settings: benchLedger, forNobody: true });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

/** Adds IDs to the stock of one product as an earlier version did. */
async function stock(db: Database, spelled: (n: number) => string): Promise<void> {
  await migrate(db);
  await db.$client.query("insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'Account', 100, now(), now())");
  await db.$client.query("insert into product_stock (product_id, available) values ('p', 0)");
  for (let entered = 0; entered < IDS; entered += AT_ONCE) {
    const lines = Array.from({ length: Math.min(AT_ONCE, IDS - entered) }, (_, n) => spelled(entered + n)).map((value) => ({
      value,
      fingerprint: earlierIdFingerprint(benchVault, value),
    }));
    await inTransaction(db, (tx) => enterUnits({ vault: benchVault }, tx, "p", lines, new Date()));
  }
  await db.$client.query("vacuum analyze units");
}

/** How many seconds the upgrade takes. */
async function upgrade(db: Database): Promise<number> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    const begun = performance.now();
    console.log(await upgradeIds(client, benchVault));
    return (performance.now() - begun) / 1_000;
  } finally {
    client.release(true);
  }
}
