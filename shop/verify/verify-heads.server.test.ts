import { afterAll, beforeAll, expect, test } from "vitest";
import { readLedgerHeads } from "#shop/ledger/ledger-heads.server.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { RecordedHeads } from "./verify-heads.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const BY = "the backup of today";
const TABLES = ["ledger", "product_stock", "units", "free_units", "order_units"];

async function aProductWithOrders(orders: number): Promise<string> {
  const ids = Array.from({ length: 6 }, (_, n) => `${crypto.randomUUID()}-${n}`);
  const { id: productId } = await aProduct(shop, { ids });
  for (let n = 0; n < orders; n += 1) await aPendingOrder(shop, { productId });
  return productId;
}

const recordedHeads = async (): Promise<RecordedHeads> => ({ by: BY, heads: await readLedgerHeads(shop.services.db.$client) });

/** Rolls the whole shop back, as somebody with a copy of its database but without the key could. */
async function setBack(work: () => Promise<void>): Promise<void> {
  const each = (statement: (name: string) => string) => [...TABLES, "orders"].map(statement).join(";");
  await behindTheRules(shop, `create schema kept; ${each((name) => `create table kept.${name} as table ${name}`)}`);
  await work();
  const { rows } = await shop.services.db.$client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by 1`,
    [[...TABLES, "orders"]],
  );
  const back = rows.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
  );
  await behindTheRules(shop, `${back.join(";")}; drop schema kept cascade`);
}

test("a ledger goes on from the recorded ends, also of a product that has never sold", async () => {
  const productId = await aProductWithOrders(1);
  const heads = await recordedHeads();
  await aPendingOrder(shop, { productId });
  await aProductWithOrders(0);
  expect(await faultsOf(shop, heads)).toEqual([]);
});

test("a shop that was set back to an earlier state as a whole agrees with itself, and not with what was recorded later", async () => {
  const productId = await aProductWithOrders(1);
  let later: RecordedHeads = await recordedHeads();
  await setBack(async () => {
    await aPendingOrder(shop, { productId });
    later = await recordedHeads();
  });
  expect(await faultsOf(shop)).toEqual([]);
  expect(await faultsOf(shop, later)).toEqual([
    `ledger of product ${productId}: ${BY} knows it with 3 rows, and it has 2: it was cut off, or the shop was set back to an earlier state`,
  ]);
});

test("a shop that was set back and went on from there has other rows than those that were recorded", async () => {
  const productId = await aProductWithOrders(1);
  let later: RecordedHeads = await recordedHeads();
  await setBack(async () => {
    await aPendingOrder(shop, { productId });
    later = await recordedHeads();
  });
  await aPendingOrder(shop, { productId });
  expect(await faultsOf(shop)).toEqual([]);
  expect(await faultsOf(shop, later)).toEqual([
    `ledger of product ${productId}: ${BY} knows another row 3: it was written anew from there or before`,
  ]);
});

test("a product whose ledger is gone with all that belongs to it is named", async () => {
  const productId = await aProductWithOrders(0);
  const heads = await recordedHeads();
  await behindTheRules(
    shop,
    TABLES.slice(0, 4).reduce((done, name) => `${done}; delete from ${name} where product_id = '${productId}'`, "select"),
  );
  await behindTheRules(shop, `delete from products where id = '${productId}'`);
  expect(await faultsOf(shop)).toEqual([]);
  expect(await faultsOf(shop, heads)).toEqual([`ledger of product ${productId}: ${BY} knows it with 1 rows, and it is gone`]);
});
