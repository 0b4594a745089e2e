import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { closeSales } from "#shop/orders/sales/close-sales.server.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import type { Visitors } from "../load/personal-pages.ts";
import { customersCookie } from "./customers-cookie.ts";
import { SECRET, type Size } from "./large-shop.ts";
import { putOnSale, signIn } from "./seed-shop.ts";
import { storedShop } from "./seeds.ts";
import { approve, orderOne, reservedIds } from "./shop-calls.ts";
import { openCopy } from "./stored-seed.ts";

/**
 * A running shop with those who visit it and a connection to its database. The product has enough
 * IDs for every order of a benchmark.
 */
export type VisitedShop = {
  shop: RunningShop;
  client: Client;
  databaseUrl: string;
  visitors: Visitors;
  productId: string;
  close(): Promise<void>;
};

const PRODUCTS = 20;
const ORDERS = 60;
const IDS_EACH = 20;
const IDS_OF_HOT_PRODUCT = 5_000;
/** The customer of every hundredth order of a large shop. */
const BUYER = "user1";

/**
 * Starts a shop with 20 products, a customer with 60 orders of which half are approved, and 31
 * pending orders.
 */
export async function openSmallShop(): Promise<VisitedShop> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
  await chmod(folder, 0o711);
  const postgres = await openEmbedded(folder);
  const remove = async () => {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  };
  return startVisited(postgres.url, remove, async (shop) => {
    const admin = await signIn(shop);
    const products = await putOnSale(shop, PRODUCTS, 0);
    for (const [n, id] of products.entries()) await addIds(shop, admin, id, n === 0 ? IDS_OF_HOT_PRODUCT : IDS_EACH);
    const buyer = await signUp(shop);
    const codes: string[] = [];
    for (let n = 0; n < ORDERS; n += 1) codes.push((await orderOne(shop, products[n % PRODUCTS] ?? "", { cookie: buyer })).requestCode);
    const ids = await reservedIds(shop, admin);
    for (const code of codes.slice(0, ORDERS / 2)) await approve(shop, admin, { requestCode: code, id: ids.get(code) ?? "" });
    await orderOne(shop, products[1] ?? "");
    return { visitors: { buyer, admin, requestCode: codes[0] ?? "" }, productId: products[0] ?? "" };
  });
}

/**
 * Starts a shop on a copy of the stored database of this size. Its sales are summed up before, so
 * that the shop's chore does not do it while something is measured.
 */
export async function openLargeShop(size: Size): Promise<VisitedShop> {
  const postgres = await openCopy(await storedShop(size));
  await sumSalesUp(postgres.url).catch(async (error) => {
    await postgres.close();
    throw error;
  });
  return startVisited(postgres.url, postgres.close, async (shop, client) => {
    const { rows } = await client.query<{ requestCode: string }>(
      `select request_code as "requestCode" from orders where status = 'approved' and user_id = md5($1) order by created_at desc limit 1`,
      [BUYER],
    );
    const buyer = await customersCookie(postgres.url, SECRET, BUYER);
    return { visitors: { buyer, admin: await signIn(shop), requestCode: rows[0]?.requestCode ?? "" }, productId: "product-1" };
  });
}

async function sumSalesUp(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1, forNobody: true });
  await closeSales({ db }).finally(() => closeDatabase(db));
}

/** Starts a shop on a database and closes both when something fails. */
async function startVisited(
  url: string,
  closeDatabase: () => Promise<void>,
  fill: (shop: RunningShop, client: Client) => Promise<Pick<VisitedShop, "visitors" | "productId">>,
): Promise<VisitedShop> {
  const client = new Client({ connectionString: url });
  let shop: RunningShop | undefined;
  const close = async () => {
    await shop?.stop();
    await client.end();
    await closeDatabase();
  };
  try {
    await client.connect();
    shop = await startShop({ DATABASE_URL: url, SECRET });
    return { shop, client, databaseUrl: url, ...(await fill(shop, client)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signUp({ address }: RunningShop): Promise<string> {
  const form = { email: "asha@shop.example", password: "a horse in the rain", name: "Asha Kumar" };
  return cookieFrom(address, "/api/auth/sign-up/email", form);
}

async function addIds({ address }: RunningShop, cookie: string, productId: string, howMany: number): Promise<void> {
  const headers = { "content-type": "application/json", origin: address, cookie };
  const body = JSON.stringify({ ids: Array.from({ length: howMany }, () => `ACCOUNT-${randomUUID()}`) });
  const answer = await fetch(`${address}/api/admin/products/${productId}/ids`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`the IDs were not added: ${answer.status} ${await answer.text()}`);
}
