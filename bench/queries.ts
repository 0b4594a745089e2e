import { parseArgs } from "node:util";
import { Client } from "pg";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { processorTime } from "./measuring/processor-time.ts";
import { reportAtMost } from "./measuring/report.ts";
import { customersCookie } from "./shops/customers-cookie.ts";
import { fillShop, SECRET, type Size } from "./shops/large-shop.ts";
import { signIn } from "./shops/seed-shop.ts";
import { openCopy } from "./shops/stored-seed.ts";

/** The processor time that PostgreSQL may take for a page, in ms. */
const AT_MOST_MS = 1;
const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, only: { type: "string", default: "" } } });
const ROUNDS = 5;
const REQUESTS = given.small ? 40 : 100;
/** Each new connection plans its first statements; a busy shop's connections are not new. */
const WARMERS = 60;
const size: Size = given.small
  ? { products: 1_000, ids: 100_000, orders: 100_000, customers: 10_000 }
  : { products: 10_000, ids: 1_000_000, orders: 1_000_000, customers: 100_000 };
/** The customer of every hundredth order. */
const BUYER = "user1";

const seedOfSize = new URL("shops/large-shop.ts", import.meta.url);
const postgres = await openCopy(`shop-of-${size.orders}-orders`, seedOfSize, (url) => fillShop(url, size));
const client = new Client({ connectionString: postgres.url });
let shop: RunningShop | undefined;
try {
  await client.connect();
  shop = await startShop({ DATABASE_URL: postgres.url, SECRET });
  const { rows } = await client.query<{ requestCode: string }>(
    `select request_code as "requestCode" from orders where status = 'approved' and user_id = md5($1) order by created_at desc limit 1`,
    [BUYER],
  );
  const code = rows[0]?.requestCode ?? "";
  const [buyer, admin] = [await customersCookie(postgres.url, SECRET, BUYER), await signIn(shop)];
  console.log(`Processor time of PostgreSQL for one request, ${ROUNDS} rounds of ${REQUESTS} requests, at ${JSON.stringify(size)}.\n`);
  const asked: [string, string, string?][] = [
    ["/products?q=account", "/products?q=account"],
    ["/products?q=, found once", `/products?q=${encodeURIComponent(`kind ${size.products - 1}`)}`],
    ["order page, a stranger", `/order-status/${code}`],
    ["order page, its buyer", `/order-status/${code}`, buyer],
    ["its .data", `/order-status/${code}.data`, buyer],
    ["/account, 50 orders shown", "/account", buyer],
    ["/admin/dashboard, the queue", "/admin/dashboard?tab=requests", admin],
    ["/admin/dashboard, processed ones", "/admin/dashboard?tab=approved-requests", admin],
    ["/admin/dashboard, products", "/admin/dashboard?tab=products", admin],
    ["GET /api/orders/{code}", `/api/orders/${code}`, buyer],
    ["GET /api/products", "/api/products", admin],
    ["GET /api/admin/orders", "/api/admin/orders", admin],
    ["GET /api/account/orders", "/api/account/orders", buyer],
  ];
  for (const [name, path, cookie] of asked.filter(([name]) => name.includes(given.only))) await measure(shop, name, path, cookie);
} finally {
  await shop?.stop();
  await client.end();
  await postgres.close();
}

async function measure({ address }: RunningShop, name: string, path: string, cookie = ""): Promise<void> {
  const askTimes = async (requests: number) => {
    for (let n = 0; n < requests; n += 1) {
      const answer = await fetch(address + path, { headers: { cookie, "user-agent": "Mozilla/5.0", "accept-encoding": "br" } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    }
  };
  await askTimes(WARMERS);
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processorTime(client);
    await askTimes(REQUESTS);
    figures.push(((await processorTime(client)) - before) / REQUESTS);
  }
  reportAtMost(`PostgreSQL for ${name}`, figures, "ms", AT_MOST_MS);
}
