import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { closeOrderHours } from "#shop/orders/reading/close-order-hours.server.ts";
import type { AdminOrderFields, PageOf } from "#shop/orders/reading/order-view.ts";
import { finds } from "#shop/search-pattern.ts";
import { behindTheRules, faultsOf, openHoursSince } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  const admin = await anAdmin(shop);
  const names = ["100% sure_thing", "Örail, FAMILY", "back\\slash account", "aab", "Aabaab"];
  const products = await Promise.all(
    names.map((name, n) => aProduct(shop, { name, ids: Array.from({ length: 9 }, (_, k) => `${n}/${k}`) })),
  );
  const buyers = [await aCustomer(shop), undefined];
  for (let n = 0; n < 40; n += 1) {
    // Half of them are in hours that are closed or will be.
    shop.setNow(n % 4 < 2 ? new Date(Date.now() - (50 + n) * 3_600_000 + n) : undefined);
    const visitor = buyers[n % 2];
    const { requestCode } = await aPendingOrder(shop, { productId: products[n % 5]?.id, ...(visitor && { visitor }) });
    if (n % 3 === 0) await rejectOrder(shop.services, admin, requestCode, { reason: "no" });
    if (n === 20) await openHoursSince(shop, 70);
    if (n === 30) await closeOrderHours(shop.services);
  }
  shop.setNow();
});
afterAll(() => shop.close());

type Row = { id: string; requestCode: string; productName: string; userId: string | null; status: string };

const everyOrder = () =>
  shop.services.db.$client
    .query<Row>(
      `select id, request_code as "requestCode", product_name as "productName", user_id as "userId", status from orders order by coalesce(handled_at, created_at), id`,
    )
    .then(({ rows }) => rows);

/**
 * The expected result of a search, computed without the database: the one order with that code, or
 * every order that contains the words.
 */
function slowly(rows: Row[], words: string): Row[] {
  const meant = rows.filter(
    ({ id, requestCode, userId }) =>
      requestCode === words.toUpperCase() || id === words || (words.length >= 8 && (userId === words || id.startsWith(words))),
  );
  if (meant.length > 0) return meant;
  const text = ({ id, requestCode, productName, userId }: Row) => [id, requestCode, productName, userId ?? "guest"].join("\n");
  return rows.filter((row) => finds(words, text(row)));
}

test("[S2.28] a search finds what looking through every order finds, whatever the words", async () => {
  const rows = await everyOrder();
  expect(await faultsOf(shop)).toEqual([]);
  const parts = rows.flatMap(({ id, requestCode, productName, userId }, n) =>
    [id, requestCode, productName, userId ?? "guest"].map((text) => text.slice(n % 4, (n % 4) + 1 + (n % 7))),
  );
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const words = [
    ...new Set([...parts, ...userIds, "nosuchword", "%", "_", "\\", "0% s", "e_t", "ÖRAIL", "k\\s", "aab", "q'--", "guest", "REQ-"]),
  ];
  for (const word of words.filter((word) => word.trim() === word && word !== "")) {
    for (const listed of ["pending", "rejected"] as const) {
      const expected = slowly(rows, word).filter(({ status }) => status === listed);
      const inOrder = listed === "pending" ? expected : expected.toReversed();
      expect([word, listed, await pageByPage(listed, word)]).toEqual([word, listed, inOrder.map(({ requestCode }) => requestCode)]);
    }
  }
});

test("[S2.28] words that many orders have fill page after page in the list's order, without gaps", async () => {
  const often = await aProduct(shop, { name: "Often found", ids: Array.from({ length: 3 * PAGE_SIZE }, (_, n) => `often-${n}`) });
  for (let n = 0; n < 2 * PAGE_SIZE + 5; n += 1) await aPendingOrder(shop, { productId: often.id });
  const expected = slowly(await everyOrder(), "often").filter(({ status }) => status === "pending");
  expect(await pageByPage("pending", "often")).toEqual(expected.map(({ requestCode }) => requestCode));
});

/** The codes that a search finds, on all of its pages. */
async function pageByPage(listed: OrderStatus, search: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = "", pages = 0; after !== null && pages < 4; pages += 1) {
    const page: PageOf<AdminOrderFields> = await listAdminOrders(shop.services, anOwner, listed, { search, after: after || null });
    found.push(...page.rows.map(({ requestCode }) => requestCode));
    after = page.next;
  }
  return found;
}

test("[S2.28] a whole user id finds that customer's orders alone; an imported one as short as a word hides nobody else's", async () => {
  const [visitor, migrated] = [await aCustomer(shop), { ...(await aCustomer(shop)), userId: "trove" }];
  await shop.services.db.$client.query(
    "insert into users (id, name, email, role, created_at, updated_at) values ('trove', 'Asha', 'trove@example.com', 'customer', now(), now())",
  );
  const product = await aProduct(shop, { name: "Treasure trove", ids: ["trove-1", "trove-2", "trove-3"] });
  const codes: string[] = [];
  for (const who of [visitor, migrated, visitor])
    codes.push((await aPendingOrder(shop, { productId: product.id, visitor: who })).requestCode);
  const foundBy = async (search: string) =>
    (await listAdminOrders(shop.services, anOwner, "pending", { search })).rows.map(({ requestCode }) => requestCode);
  expect(await foundBy(visitor.userId)).toEqual([codes[0], codes[2]]);
  expect(await foundBy("treasure trove")).toEqual(codes);
  expect(await foundBy("trove")).toEqual(codes);
});

test("[S2.28] orders of a product that has another name by now are found by the name that they say, and by no other", async () => {
  const product = await aProduct(shop, { name: "Quokka pass", ids: ["quokka-1", "quokka-2"] });
  shop.setNow(new Date(Date.now() - 90 * 3_600_000));
  const { requestCode: early } = await aPendingOrder(shop, { productId: product.id });
  shop.setNow();
  await shop.services.db.$client.query("update products set name = 'Wombat pass' where id = $1", [product.id]);
  const { requestCode: late } = await aPendingOrder(shop, { productId: product.id });
  const foundBy = async (search: string) =>
    (await listAdminOrders(shop.services, anOwner, "pending", { search })).rows.map(({ requestCode }) => requestCode);
  expect([await foundBy("uokk"), await foundBy("ombat p")]).toEqual([[early], [late]]);
  await openHoursSince(shop, 100);
  expect([await foundBy("uokk"), await foundBy("ombat p")]).toEqual([[early], [late]]);
  await closeOrderHours(shop.services);
  expect([await foundBy("uokk"), await foundBy("ombat p")]).toEqual([[early], [late]]);
});

test("[S2.28] [S11.2] orders are found by their product's name in every language, in hours that are closed and later", async () => {
  const translations = { hi: { name: "सोने का अकाउंट", description: "चाँदी" }, ta: { name: "Wallaby அட்டை" } };
  const product = await aProduct(shop, { name: "Bandicoot pass", translations, ids: ["bandicoot-1", "bandicoot-2"] });
  shop.setNow(new Date(Date.now() - 80 * 3_600_000));
  const { requestCode: early } = await aPendingOrder(shop, { productId: product.id });
  shop.setNow();
  await openHoursSince(shop, 100);
  await closeOrderHours(shop.services);
  const { requestCode: late } = await aPendingOrder(shop, { productId: product.id });
  const foundBy = async (search: string) =>
    (await listAdminOrders(shop.services, anOwner, "pending", { search })).rows.map(({ requestCode }) => requestCode);
  for (const words of ["सोने का", "WALLABY", "wa", "andicoot"]) expect([words, await foundBy(words)]).toEqual([words, [early, late]]);
  expect(await foundBy("चाँदी"), "of the description").toEqual([]);
});

test("[S2.28] the name of an imported order may be of any length", async () => {
  const product = await aProduct(shop, { name: "Numbat pass", ids: ["numbat-1"] });
  shop.setNow(new Date(Date.now() - 95 * 3_600_000));
  const { requestCode } = await aPendingOrder(shop, { productId: product.id });
  shop.setNow();
  // Hardly compressible, so that it is too long for an index on whole values.
  const name = Array.from({ length: 900 }, (_, n) => createHash("sha256").update(`${n}`).digest("hex")).join("");
  await behindTheRules(shop, `update orders set product_name = '${name}', is_from_old_shop = true where request_code = '${requestCode}'`);
  await openHoursSince(shop, 100);
  await closeOrderHours(shop.services);
  const found = await listAdminOrders(shop.services, anOwner, "pending", { search: name.slice(20_000, 20_040) });
  expect(found.rows.map((row) => row.requestCode)).toEqual([requestCode]);
  expect(await faultsOf(shop)).toEqual([]);
});

const ofBack = "(select id from ordered_names where name = 'back\\slash account')";
test.for([
  ["a name that is gone", `delete from ordered_names where id = ${ofBack}`, "a search does not find it by its product"],
  ["another name", `update order_texts set name_id = 0 - name_id where name_id = ${ofBack}`, "a search does not find it by its product"],
  [
    "a name that was changed",
    `update ordered_names set name = 'aab' || name where id = ${ofBack}`,
    "a search finds it by what it does not say",
  ],
  ["another code", `update order_texts set text = 'aab' where name_id = ${ofBack}`, "a search finds it by what it does not say"],
  ["a text that is gone", `delete from order_texts where name_id = ${ofBack}`, "a search does not find it"],
] as const)("verify says of %s which orders a search tells wrongly", async ([, breakIt, wrong]) => {
  const { rows } = await shop.services.db.$client.query<{ code: string }>(
    "select request_code as code from orders, order_sums_until where product_name = 'back\\slash account' and created_at < until",
  );
  expect(rows.length).toBeGreaterThan(0);
  await behindTheRules(shop, `create table kept_texts as table order_texts; create table kept_names as table ordered_names; ${breakIt}`);
  try {
    expect(await faultsOf(shop)).toEqual(rows.map(({ code }) => `order ${code}: ${wrong}`).sort());
  } finally {
    await behindTheRules(
      shop,
      `delete from order_texts; insert into order_texts table kept_texts; drop table kept_texts;
       delete from ordered_names; insert into ordered_names overriding system value table kept_names; drop table kept_names`,
    );
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("where PostgreSQL does not let the shop have pg_trgm, searches find the same, and the index can be made later", async () => {
  const { db } = shop.services;
  const before = await listAdminOrders(shop.services, anOwner, "pending", { search: "aab" });
  await db.$client.query("drop extension pg_trgm cascade");
  await inTransaction(db, async (tx) => {
    await tx.execute("create role nobody_much; set local role nobody_much");
    expect((await tx.execute("select index_searches() as done")).rows).toEqual([{ done: false }]);
    await tx.execute("reset role; drop role nobody_much");
  });
  expect((await listAdminOrders(shop.services, anOwner, "pending", { search: "aab" })).rows).toEqual(before.rows);

  expect((await db.execute("select index_searches() as done")).rows).toEqual([{ done: true }]);
  expect((await listAdminOrders(shop.services, anOwner, "pending", { search: "aab" })).rows).toEqual(before.rows);
});
