import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Customer } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { type CountingProxy, openCountingProxy } from "#tests/support/database/counting-proxy.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

let shop: TestShop;
let proxy: CountingProxy;
let running: RunningShop;
let requestCode: string;
let productId: string;
/** Two pages of a list: more than a list could query one by one without being noticed. */
const MANY = 40;
/** Parallel queries on a busy machine may open a connection in each of the first few. */
const READINGS = 6;
/** The number of queries of each page with one order of one product. */
const queriesOfFew = new Map<string, number>();
const cookies = { guest: "", customer: "", admin: "" };

beforeAll(async () => {
  if (!isBuilt) return;
  shop = await openTestShop();
  proxy = await openCountingProxy(shop.databaseUrl);
  running = await startShop({ DATABASE_URL: proxy.url, SECRET: TEST_SECRET });
  cookies.admin = await cookieFrom(running.address, "/api/auth/sign-in/email", running.admin);
  cookies.customer = await cookieFrom(running.address, "/api/auth/sign-up/email", {
    email: "asha@example.com",
    password: "a good password",
    name: "Asha",
  });
  ({ requestCode, productId } = await aPendingOrder(shop));
  // Warms the process's caches, so that they do not count for any page.
  for (const [path, who] of pages) if (who !== "guest") await read(path, who);
  for (const [path, who] of pages) queriesOfFew.set(`${path} ${who}`, await queriesOf(path, who));
  await addOrders();
}, 120_000);
afterAll(async () => {
  await running?.stop();
  await proxy?.close();
  await shop?.close();
});

const pages = [
  ["/products", "guest"],
  ["/product/PRODUCT", "guest"],
  ["/product/PRODUCT?order=CODE", "customer"],
  ["/order-status/CODE", "guest"],
  ["/order-status/CODE", "customer"],
  ["/account", "customer"],
  ["/account/details", "customer"],
  ["/admin", "admin"],
  ["/admin/orders", "admin"],
  ["/admin/orders?search=nothing&manage=CODE", "admin"],
  ["/admin/orders/processed", "admin"],
  ["/admin/orders/processed?status=all&from=2026-01-01&paid=false&search=CODE", "admin"],
  ["/admin/messages", "admin"],
  ["/admin/settings", "admin"],
  ["/admin/products", "admin"],
  ["/admin/products/PRODUCT/ids", "admin"],
  ["/admin/products/PRODUCT/edit", "admin"],
  ["/admin/products/new", "admin"],
  ["/admin/orders/CODE", "admin"],
  ["/admin/activity", "admin"],
  ["/admin/emails", "admin"],
  ["/admin/settings/notifications", "admin"],
  ["/products_database/products.json", "guest"],
  ["/api/get-stock/PRODUCT", "guest"],
  ["/api/products", "guest"],
  ["/api/products/PRODUCT", "guest"],
  ["/api/orders/CODE", "guest"],
  ["/api/account/orders", "customer"],
  ["/api/admin/orders?status=pending", "admin"],
  ["/api/admin/orders?status=handled&from=2026-01-01&search=CODE", "admin"],
  ["/api/admin/products/PRODUCT/ids", "admin"],
] as const;

test.runIf(isBuilt).for(pages)(
  `%s for the %s takes as many queries for ${MANY} orders and products more${needsBuild}`,
  async ([path, who]) => {
    const statements = await queriesOf(path, who);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBe(queriesOfFew.get(`${path} ${who}`));
  },
);

/** The most HTML of a shoppers' page, without its styles and before compression. */
const HTML_MAX_BYTES = 40_000;
const ROW_MAX_BYTES = 5_000;

test.runIf(isBuilt)(`a shoppers' page has at most 40 KB of HTML, and 5 KB more for each row of a list${needsBuild}`, async () => {
  const ofShoppers = pages.filter(([path, who]) => who !== "admin" && !/^\/api\/|\.json$/.test(path));
  const others = ["/", "/my-orders", "/login", "/contact"].map((path) => [path, "guest"] as const);
  for (const [path, who] of [...ofShoppers, ...others]) {
    const html = (await read(path, who)).replaceAll(/<style\b[^>]*>.*?<\/style>/gs, "");
    const rows = ["/products", "/account"].includes(path) ? PAGE_SIZE : 0;
    expect.soft(Buffer.byteLength(html), path).toBeLessThanOrEqual(HTML_MAX_BYTES + rows * ROW_MAX_BYTES);
    if (path === "/account") expect(new Set(html.match(/REQ-\w+/g)).size, "the list has its rows").toBe(PAGE_SIZE);
  }
});

test.runIf(isBuilt)(`what the job queue asks every few seconds counts for no page${needsBuild}`, async () => {
  const db = openDatabase(proxy.url);
  onTestFinished(() => closeDatabase(db));
  expect(await fewestOf(() => db.$client.query("select 1"))).toBeGreaterThan(0);
  const queue = openDatabase(proxy.url, { name: "trackside jobs" });
  onTestFinished(() => closeDatabase(queue));
  expect(await fewestOf(() => queue.$client.query("select 1"))).toBe(0);
});

/** The queries of a page. A guest's page is asked for at addresses that are in no page cache. */
function queriesOf(path: string, who: keyof typeof cookies): Promise<number> {
  return fewestOf((reading) => read(who === "guest" ? `${path}?reading=${reading}` : path, who));
}

/**
 * The queries of some work: the fewest of several readings, because one that opens a connection to
 * the database, or comes when the shop reads a setting again or does a chore, counts that too.
 */
async function fewestOf(work: (reading: number) => Promise<unknown>): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading += 1) fewest = Math.min(fewest, await proxy.during(() => work(reading)));
  return fewest;
}

/**
 * Adds orders of the customer, each with its own product; some are decided, so that every list has
 * more rows.
 */
async function addOrders(): Promise<void> {
  const { rows } = await shop.services.db.$client.query("select id from users where email = 'asha@example.com'");
  const visitor: Customer = {
    kind: "customer",
    userId: rows[0].id,
    email: "asha@example.com",
    name: "Asha",
    keys: { browser: null, accessKey: null },
  };
  const admin = await anAdmin(shop);
  for (let n = 0; n < MANY; n += 1) {
    const { requestCode } = await aPendingOrder(shop, { visitor });
    if (n % 3 === 0) await rejectOrder(shop.services, admin, requestCode, { reason: "Not paid" });
  }
}

async function read(path: string, who: keyof typeof cookies): Promise<string> {
  const address = running.address + path.replace("CODE", requestCode).replace("PRODUCT", productId);
  const answer = await fetch(address, { headers: { cookie: cookies[who] }, redirect: "manual" });
  const html = await answer.text();
  expect(answer.status, html).toBe(200);
  return html;
}
