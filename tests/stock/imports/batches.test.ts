import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** The imports of a product, oldest first, as the database counts them. */
async function importsOf(productId: string) {
  const { rows } = await shop.services.db.$client.query(
    `select way, state, ids, delivered, withdrawn as "withdrawn" from batches where product_id = $1 order by created_at, id`,
    [productId],
  );
  return rows;
}

const form = { name: "Account", price: 1_00, description: "", image: "" };
const counts = { delivered: 0, withdrawn: 0 };

test("each way in which IDs come makes an import: a product, an edit, added IDs, the API; none where nothing is new", async () => {
  const added = await addProduct(shop.services, admin, { ...form, ids: "way-1\nway-2" });
  if (!added.ok) throw new Error(added.code);
  const { id } = added.value;
  await editProduct(shop.services, admin, id, { ...form, ids: "way-2\nway-3" });
  await editProduct(shop.services, admin, id, { ...form, ids: "" });
  await addIds(shop.services, admin, { productId: id, ids: "way-4" });
  await addIds(shop.services, admin, { productId: id, ids: "way-4" });
  await addIds(shop.services, admin, { productId: id, ids: ["way-5", "way-6"] }, undefined, "api");
  expect(await importsOf(id)).toEqual([
    { way: "product", state: "added", ids: 2, ...counts },
    { way: "product", state: "added", ids: 1, ...counts },
    { way: "page", state: "added", ids: 1, ...counts },
    { way: "api", state: "added", ids: 2, ...counts },
  ]);
});

test("what comes in many steps is one import, which is added once the last is done, also with an edit", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const ids = Array.from({ length: 2 * IDS_AT_ONCE }, (_, n) => `step-${n}`);
  await addIds(shop.services, admin, { productId: id, ids: ids.slice(0, IDS_AT_ONCE + 1) });
  await editProduct(shop.services, admin, id, { ...form, ids });
  expect(await importsOf(id)).toEqual([
    { way: "page", state: "added", ids: IDS_AT_ONCE + 1, ...counts },
    { way: "product", state: "added", ids: IDS_AT_ONCE - 1, ...counts },
  ]);
});

test("the database updates an import's counters whatever happens to its IDs, and verify finds a wrong one", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  await addIds(shop.services, admin, { productId: id, ids: ["c-1", "c-2", "c-3", "c-4"] });
  const approved = await aPendingOrder(shop, { productId: id, quantity: 2 });
  const cancelled = await aPendingOrder(shop, { productId: id, visitor: aGuest() });
  expect(await importsOf(id)).toEqual([{ way: "page", state: "added", ids: 4, ...counts }]);

  await approveOrder(shop.services, admin, approved.requestCode, {
    ids: ["c-1", "c-2"],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  await cancelOrder(shop.services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode);
  expect(await importsOf(id)).toMatchObject([{ ids: 4, delivered: 2, withdrawn: 0 }]);

  expect(await replaceId(shop.services, admin, approved.requestCode, { faulty: "c-1", id: "c-3" })).toMatchObject({ ok: true });
  expect(await importsOf(id)).toMatchObject([{ ids: 4, delivered: 2, withdrawn: 1 }]);
  await deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search: "c-4", expected: 1 });
  expect(await importsOf(id)).toMatchObject([{ ids: 4, delivered: 2, withdrawn: 2 }]);

  await addIds(shop.services, admin, { productId: id, ids: ["c-4"] });
  expect(await importsOf(id)).toMatchObject([
    { ids: 3, delivered: 2, withdrawn: 1 },
    { ids: 1, delivered: 0, withdrawn: 0 },
  ]);
  expect(await faultsOf(shop)).toEqual([]);

  await behindTheRules(shop, "update batches set ids = 7, delivered = 1 where product_id = $1 and ids = 3", [id]);
  expect(await faultsOf(shop)).toEqual([
    expect.stringMatching(/^import .*: IDs is 7 by the counter and 3 by counting$/),
    expect.stringMatching(/^import .*: delivered is 1 by the counter and 2 by counting$/),
  ]);
  await behindTheRules(shop, "update batches set ids = 3, delivered = 2 where product_id = $1 and ids = 7", [id]);
});
