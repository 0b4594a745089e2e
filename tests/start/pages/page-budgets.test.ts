import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { compressPage } from "#web/rendering/compression.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

const KB = 1_000;
const client = "build/client";
const inlineStyles = /<style\b[^>]*>(.*?)<\/style>/gs;
const PRODUCTS = 20;
const ORDERS = 60;
const approval = { faulty: [], downloadLink: null, confirmed: false };
const asha = { email: "asha@example.com", password: "a horse in the rain", name: "Asha Kumar" };
const description =
  "<p>A ready account for train bookings, with verified e-mail and phone.</p><ul><li>Checked by hand</li><li>Sold once</li></ul>";

type Who = "guest" | "customer";
type Kind = { name: string; path: string; who: Who; html: number; script: number; styles: number };

const forGuests = { who: "guest", script: 130, styles: 13 } as const;
const forBuyers = { who: "customer", script: 130, styles: 13 } as const;

/**
 * The budgets of a first visit to each kind of shoppers' page, in KB. Script and styles are counted
 * as they are sent, compressed; HTML without styles and before compression.
 */
const kinds: Kind[] = [
  { name: "landing page", path: "/", ...forGuests, html: 31, script: 0 },
  { name: "products", path: "/products", ...forGuests, html: 73 },
  { name: "product", path: "/product/PRODUCT", ...forGuests, html: 31 },
  { name: "order, for a stranger", path: "/order-status/CODE", ...forGuests, html: 30 },
  { name: "order, for its buyer", path: "/order-status/CODE", ...forBuyers, html: 30 },
  { name: "my orders", path: "/my-orders", ...forGuests, html: 22 },
  { name: "login", path: "/login", ...forGuests, html: 21 },
  { name: "contact", path: "/contact", ...forGuests, html: 22 },
  { name: "account", path: "/account", ...forBuyers, html: 120 },
];

let shop: TestShop;
let running: RunningShop;
let requestCode: string;
let productId: string;
const cookies = { guest: "", customer: "" };

beforeAll(async () => {
  if (!isBuilt) return;
  shop = await openTestShop();
  running = await startShop({ DATABASE_URL: shop.databaseUrl, SECRET: TEST_SECRET });
  cookies.customer = await cookieFrom(running.address, "/api/auth/sign-up/email", asha);
  await fillShop();
}, 120_000);
afterAll(async () => {
  await running?.stop();
  await shop?.close();
});

test.runIf(isBuilt).for(kinds)(
  `$name ($path) weighs at most $html KB of HTML, $script KB of script and $styles KB of styles${needsBuild}`,
  async ({ path, who, ...most }) => {
    const html = await open(path, who);
    const [script, styles] = [scriptBytes(html), styleBytes(html)];
    expect([script > 0, styles > 0]).toEqual([most.script > 0, true]);
    expect.soft(Buffer.byteLength(html.replaceAll(inlineStyles, "")), "HTML").toBeLessThanOrEqual(most.html * KB);
    expect.soft(script, "script").toBeLessThanOrEqual(most.script * KB);
    expect.soft(styles, "styles").toBeLessThanOrEqual(most.styles * KB);
  },
);

test.runIf(isBuilt)(`the list that is weighed has 20 rows${needsBuild}`, async () => {
  expect(new Set((await open("/account", "customer")).match(/REQ-\w+/g)).size).toBe(PAGE_SIZE);
});

/** Adds 20 products, 60 orders of the customer, half of them approved, and a guest's order. */
async function fillShop(): Promise<void> {
  const products: string[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1) {
    const ids = Array.from({ length: 20 }, () => `ACCOUNT-${randomUUID()}`);
    products.push((await aProduct(shop, { name: `Verified account ID, kind ${n}`, description, ids })).id);
  }
  const { rows } = await shop.services.db.$client.query("select id from users where email = $1", [asha.email]);
  const visitor: Customer = {
    kind: "customer",
    userId: rows[0].id,
    email: asha.email,
    name: asha.name,
    keys: { browser: null, accessKey: null },
  };
  const admin = await anAdmin(shop);
  for (let n = 0; n < ORDERS; n += 1) {
    const placed = await aPendingOrder(shop, { visitor, productId: products[n % PRODUCTS] });
    if (n % 2 === 0)
      await approveOrder(shop.services, admin, placed.requestCode, {
        ...approval,
        ids: await reservedValuesOf(shop.services, placed.requestCode),
      });
    if (n === 0) ({ requestCode, productId } = placed);
  }
  await aPendingOrder(shop, { productId });
}

async function open(path: string, who: Who): Promise<string> {
  const address = running.address + path.replace("CODE", requestCode).replace("PRODUCT", productId);
  const answer = await fetch(address, { headers: { cookie: cookies[who], "user-agent": "Mozilla/5.0" }, redirect: "manual" });
  const html = await answer.text();
  expect(answer.status, html).toBe(200);
  return html;
}

/** The scripts that a page loads to come alive, with all that they import. */
function scriptBytes(html: string): number {
  const [, call = ""] = /\)\((\["\/assets\/[^<]*)\)<\/script>/.exec(html) ?? [];
  const named = [...call.matchAll(/\/assets\/[\w-]+\.js/g)].map(([script]) => script);
  const scripts = new Set(named);
  for (const script of scripts) for (const other of importsOf(script)) scripts.add(other);
  return [...scripts].reduce((sum, script) => sum + sentBytes(script), 0);
}

function importsOf(script: string): string[] {
  const text = readFileSync(join(client, script), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.js)"/g)].map(([, name]) => `/assets/${name}`);
}

/** The styles in the page, and those that it links to. */
function styleBytes(html: string): number {
  const inline = [...html.matchAll(inlineStyles)].map(([, text = ""]) => compressPage(Buffer.from(text), "br").length);
  const links = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? "");
  return [...inline, ...links.map(sentBytes)].reduce((sum, size) => sum + size, 0);
}

function sentBytes(asset: string): number {
  return statSync(join(client, `${asset}.br`)).size;
}
