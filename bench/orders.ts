import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#platform/database/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { startShop } from "#tests/support/running-shop.ts";
import { rush } from "./buyers.ts";
import { median, told } from "./figures.ts";
import { benchLedger, findPgbench, runPgbench, writeScript } from "./pgbench.ts";

const BUYERS = 32;
const ROUNDS = 5;
const SECONDS = 3;
const FLOOR = 1 / 3;
const scenarios = [
  { name: "20 products", product: "spread-", products: 20, idsEach: 8_000 },
  { name: "one hot product", product: "hot-", products: 1, idsEach: 150_000 },
];

const pgbench = findPgbench();
const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const db = openDatabase(postgres.url, { settings: benchLedger });
await migrate(db);
for (const { product, products, idsEach } of scenarios) await stockUp(product, products, idsEach);
const shop = await startShop({ DATABASE_URL: postgres.url });

console.log(`Orders a second with ${BUYERS} at once: over HTTP, and pgbench with the same statements on the same database.`);
console.log(`${ROUNDS} rounds of ${SECONDS} s each, by turns; the middle, and the lowest and highest.\n`);
let isFastEnough = true;
try {
  for (const scenario of scenarios) await measure(scenario);
} finally {
  await shop.stop();
  await closeDatabase(db);
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isFastEnough ? 0 : 1;

async function measure({ name, product, products }: (typeof scenarios)[number]): Promise<void> {
  const script = join(folder, `${product}.sql`);
  writeScript(script, product, products);
  const choose = () => `${product}${1 + Math.floor(Math.random() * products)}`;
  await rush(shop.address, BUYERS, 1_000, choose);

  const shopRates: number[] = [];
  const pgbenchRates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pgbenchRates.push(await runPgbench(pgbench, postgres.url, script, BUYERS, SECONDS));
    const { perSecond, failures } = await rush(shop.address, BUYERS, SECONDS * 1000, choose);
    if (failures.size > 0) throw new Error(`orders were not taken: ${JSON.stringify([...failures])}`);
    shopRates.push(perSecond);
  }
  const ratio = median(shopRates) / median(pgbenchRates);
  isFastEnough &&= ratio >= FLOOR;
  console.log(`${name}: shop ${told(shopRates, "orders/s")}, pgbench ${told(pgbenchRates, "orders/s")}`);
  console.log(`${name}: ratio ${ratio.toFixed(2)} (floor ${FLOOR.toFixed(2)})\n`);
}

/** Products `prefix1` to `prefixN` with so many free IDs each; their values are never opened here. */
async function stockUp(prefix: string, products: number, idsEach: number): Promise<void> {
  const run = (text: string) => db.$client.query(text, [prefix, products, ...(text.includes("$3") ? [idsEach] : [])]);
  await run(
    `insert into products (id, name, price_paise, created_at, updated_at)
     select $1::text || n, 'Verified account', 49900, now(), now() from generate_series(1, $2::integer) n`,
  );
  await run("insert into product_stock (product_id) select $1::text || n from generate_series(1, $2::integer) n");
  await run(
    `with entered as (
       insert into units (product_id, value, fingerprint, imported_at)
       select $1::text || n, 'sealed', sha256(($1::text || n || '/' || k)::bytea), now()
       from generate_series(1, $2::integer) n, generate_series(1, $3::integer) k
       returning product_id, id
     ), counted as (
       update product_stock set available = $3::integer where product_id in (select product_id from entered)
     )
     insert into free_units (product_id, unit_id) select product_id, id from entered`,
  );
  await db.$client.query("vacuum analyze");
}
