import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { listenersToTell } from "#shop/notices/send-notice.server.ts";
import { aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { type CountingProxy, openCountingProxy } from "#tests/support/counting-proxy.ts";
import { type RunningShop, startShop } from "#tests/support/running-shop.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop.ts";
import { isBuilt, needsBuild } from "./shop-process.ts";

/** Who has to be told of something, which is asked every few seconds. */
const BY_ITSELF = /^\0select "id" from "listeners" where .* exists \(select from "notices"/s;

let shop: TestShop;
let proxy: CountingProxy;
let running: RunningShop;
let requestCode: string;
let productId: string;
const cookies = { guest: "", customer: "", admin: "" };

beforeAll(async () => {
  if (!isBuilt) return;
  shop = await openTestShop();
  proxy = await openCountingProxy(shop.databaseUrl, BY_ITSELF);
  running = await startShop({ DATABASE_URL: proxy.url, SECRET: TEST_SECRET });
  for (let n = 0; n < 10; n += 1) ({ requestCode, productId } = await aPendingOrder(shop, { productId: (await aProduct(shop)).id }));
  cookies.admin = await cookieFrom("/api/auth/sign-in/email", running.admin);
  cookies.customer = await cookieFrom("/api/auth/sign-up/email", { email: "asha@example.com", password: "a good password", name: "Asha" });
  await read("/", "guest");
}, 60_000);
afterAll(async () => {
  await running?.stop();
  await proxy?.close();
  await shop?.close();
});

test.runIf(isBuilt).for([
  ["/products", "guest"],
  ["/product/PRODUCT", "guest"],
  ["/product/PRODUCT?order=CODE", "customer"],
  ["/order-status/CODE", "guest"],
  ["/order-status/CODE", "customer"],
  ["/account", "customer"],
  ["/account/details", "customer"],
  ["/admin/dashboard?tab=requests", "admin"],
  ["/admin/dashboard?tab=requests&search=nothing&manage=CODE", "admin"],
  ["/admin/dashboard?tab=approved-requests", "admin"],
  ["/admin/dashboard?tab=approved-requests&status=all&from=2026-01-01&paid=false&search=CODE", "admin"],
  ["/admin/messages", "admin"],
  ["/admin/settings", "admin"],
  ["/admin/dashboard?tab=products", "admin"],
  ["/admin/dashboard/product-ids/PRODUCT?tab=product-ids", "admin"],
  ["/admin/dashboard/edit-product/PRODUCT?tab=edit-product", "admin"],
  ["/admin/dashboard?tab=product-ids", "admin"],
  ["/admin/dashboard?tab=add-product", "admin"],
  ["/admin/orders/CODE", "admin"],
  ["/admin/activity", "admin"],
  ["/admin/letters", "admin"],
  ["/admin/webhooks", "admin"],
  ["/products_database/products.json", "guest"],
  ["/api/get-stock/PRODUCT", "guest"],
  ["/api/products", "guest"],
  ["/api/products/PRODUCT", "guest"],
  ["/api/orders/CODE", "guest"],
  ["/api/account/orders", "customer"],
  ["/api/admin/orders?status=pending", "admin"],
  ["/api/admin/orders?status=handled&from=2026-01-01&search=CODE", "admin"],
  ["/api/admin/products/PRODUCT/ids", "admin"],
] as const)(`%s for the %s takes at most 2 queries, the session included${needsBuild}`, async ([path, who]) => {
  const statements = await proxy.during(() => read(path, who));
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(2);
});

test.runIf(isBuilt)(`what the shop asks by itself every few seconds counts for no page${needsBuild}`, async () => {
  const db = openDatabase(proxy.url);
  onTestFinished(() => closeDatabase(db));
  expect(await proxy.during(() => db.$client.query("select 1"))).toBeGreaterThan(0);
  expect(await proxy.during(() => listenersToTell({ db, now: () => new Date() }))).toBe(0);
});

async function read(path: string, who: keyof typeof cookies): Promise<void> {
  const address = running.address + path.replace("CODE", requestCode).replace("PRODUCT", productId);
  const answer = await fetch(address, { headers: { cookie: cookies[who] }, redirect: "manual" });
  expect(answer.status, await answer.text()).toBe(200);
}

async function cookieFrom(path: string, form: object): Promise<string> {
  const headers = { "content-type": "application/json", origin: running.address };
  const answer = await fetch(running.address + path, { method: "POST", headers, body: JSON.stringify(form) });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
