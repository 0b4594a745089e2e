import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DELETED_PRODUCT_STORED_MS, IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { hideProduct, showProduct } from "#shop/stock/products/show-product.server.ts";
import { lineOf } from "#shop/verify/fault.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { withMeanwhile } from "#tests/support/shop/meanwhile.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const MANY = 2 * IDS_AT_ONCE + 100;
let drawn = 0;
const newIds = (n: number) => Array.from({ length: n }, () => `many-${++drawn}`);

/** The number of transactions that wrote the current rows of a product's IDs. */
async function transactionsOf(productId: string): Promise<number> {
  const { rows } = await shop.services.db.$client.query(
    "select count(distinct xmin::text)::integer as n from units where product_id = $1",
    [productId],
  );
  return rows[0].n;
}

test("[S2.25] [S5.11] many IDs are added in transactions, in their order, with progress and audit entries", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const ids = newIds(MANY);
  const reported: [number, number][] = [];
  const added = await addIds(shop.services, admin, { productId: id, ids: [...ids, "many-1"] }, (...progress) => reported.push(progress));
  expect(added).toMatchObject({ ok: true, value: { added: MANY, skipped: 1 } });
  expect(reported).toEqual([
    [IDS_AT_ONCE, MANY],
    [2 * IDS_AT_ONCE, MANY],
    [MANY, MANY],
  ]);
  expect(await booksOf(shop, id)).toMatchObject({ counter: MANY, free: MANY, units: MANY });
  expect(await transactionsOf(id)).toBe(3);
  expect(await decryptedValues(shop.services, "units.value", "where product_id = $1 order by id", [id])).toEqual(ids);
  expect((await auditOf(shop, id)).slice(-2)).toEqual([
    ["ids-adding", { lines: MANY }],
    ["ids-added", { count: MANY }],
  ]);
});

test("[S3.9] of many IDs none is added when another product has the last", async () => {
  const ids = newIds(MANY);
  await aProduct(shop, { name: "Has the last", ids: ids.slice(-1) });
  const { id } = await aProduct(shop, { ids: [] });
  const added = await addIds(shop.services, admin, { productId: id, ids });
  expect(added).toMatchObject({ ok: false, code: "idOfOtherProduct", field: "ids", words: { product: "Has the last" } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, units: 0 });
});

test("[S3.9] [S2.34] an edit with many IDs of which another product has the last changes nothing", async () => {
  const ids = newIds(MANY);
  await aProduct(shop, { name: "Has the last", ids: ids.slice(-1) });
  const { id } = await aProduct(shop, { name: "As it was", ids: [] });
  const form = { name: "Changed", price: 1_00, description: "", image: "", ids: ids.join("\n") };
  expect(await editProduct(shop.services, admin, id, form)).toMatchObject({ ok: false, code: "idOfOtherProduct", field: "ids" });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, units: 0 });
  const { rows } = await shop.services.db.$client.query("select name from products where id = $1", [id]);
  expect(rows).toEqual([{ name: "As it was" }]);
});

test("[S5.11] where another product takes one of the IDs meanwhile, what was added stays and is counted; sent again without it, the rest is added", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const other = await aProduct(shop, { ids: [] });
  const ids = newIds(MANY);
  const takesLast = () => addIds(shop.services, admin, { productId: other.id, ids: ids.slice(-1) });
  const added = await addIds(withMeanwhile(shop, 2, takesLast), admin, { productId: id, ids });
  expect(added).toMatchObject({
    ok: false,
    kind: "conflict",
    code: "idsAddedInPart",
    words: { n: 2 * IDS_AT_ONCE, reason: { code: "idOfOtherProduct" } },
  });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 2 * IDS_AT_ONCE, free: 2 * IDS_AT_ONCE, units: 2 * IDS_AT_ONCE });
  expect(await auditOf(shop, id)).toContainEqual(["ids-added", { count: 2 * IDS_AT_ONCE }]);

  const again = await addIds(shop.services, admin, { productId: id, ids: ids.slice(0, -1) });
  expect(again).toMatchObject({ ok: true, value: { added: 99, skipped: 2 * IDS_AT_ONCE } });
});

test("[S5.10] a product with many IDs is deleted in steps with progress, and is restored whole", async () => {
  const { id } = await aProduct(shop, { ids: newIds(MANY) });
  const reported: [number, number][] = [];
  expect(await deleteProduct(shop.services, admin, id, (...progress) => reported.push(progress))).toMatchObject({ ok: true });
  expect(reported).toEqual([
    [IDS_AT_ONCE, MANY],
    [2 * IDS_AT_ONCE, MANY],
    [MANY, MANY],
  ]);
  expect(await transactionsOf(id)).toBe(3);
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, withdrawn: MANY });
  expect(await auditOf(shop, id)).toContainEqual(["product-deleted", { ids: MANY }]);
  expect(await restoreProduct(shop.services, admin, id)).toEqual({ ok: true, value: { restored: MANY, leftOut: 0 } });
  expect(await stateOf(id)).toEqual({ deleted_at: null, hidden_at: null, leaving_at: null });
});

test("[S5.10] a deletion that broke off leaves the product hidden, and is finished by deleting again; hidden before, it comes back hidden", async () => {
  const breaksOff = () => Promise.reject(new Error("the connection broke"));
  for (const isHidden of [false, true]) {
    const { id } = await aProduct(shop, { ids: newIds(MANY) });
    if (isHidden) await hideProduct(shop.services, admin, id);
    await expect(deleteProduct(withMeanwhile(shop, 2, breaksOff), admin, id)).rejects.toThrow("broke");
    expect(await stateOf(id)).toMatchObject({ deleted_at: null, hidden_at: expect.any(Date), leaving_at: expect.any(Date) });
    expect(await booksOf(shop, id)).toMatchObject({ counter: MANY - IDS_AT_ONCE, withdrawn: IDS_AT_ONCE });

    expect(await deleteProduct(shop.services, admin, id)).toMatchObject({ ok: true });
    expect(await restoreProduct(shop.services, admin, id)).toEqual({ ok: true, value: { restored: MANY, leftOut: 0 } });
    expect((await stateOf(id)).hidden_at !== null).toBe(isHidden);
  }
});

test("[S5.10] a product that was shown again after a deletion that broke off is deleted again: from then on it can be restored for 30 days", async () => {
  for (const isHidden of [false, true]) {
    const { id } = await aProduct(shop, { ids: newIds(MANY) });
    await expect(
      deleteProduct(
        withMeanwhile(shop, 2, () => Promise.reject(new Error("broke"))),
        admin,
        id,
      ),
    ).rejects.toThrow("broke");
    await showProduct(shop.services, admin, id);
    if (isHidden) await hideProduct(shop.services, admin, id);
    shop.setNow(new Date(Date.now() + DELETED_PRODUCT_STORED_MS + 1_000));
    onTestFinished(() => shop.setNow());
    expect(await deleteProduct(shop.services, admin, id)).toMatchObject({ ok: true });
    expect(await restoreProduct(shop.services, admin, id)).toEqual({ ok: true, value: { restored: MANY - IDS_AT_ONCE, leftOut: 0 } });
    expect(await stateOf(id)).toEqual({ deleted_at: null, hidden_at: isHidden ? expect.any(Date) : null, leaving_at: null });
    shop.setNow();
  }
});

test("[S5.10] a product with many IDs and a pending order is not begun to be deleted", async () => {
  const { id } = await aProduct(shop, { ids: newIds(MANY) });
  await aPendingOrder(shop, { productId: id });
  expect(await deleteProduct(shop.services, admin, id)).toMatchObject({ ok: false, code: "productHasPendingOrders" });
  expect(await stateOf(id)).toEqual({ deleted_at: null, hidden_at: null, leaving_at: null });
  expect(await booksOf(shop, id)).toMatchObject({ counter: MANY - 1, withdrawn: 0 });
});

test("the books and the ledger of all of this are in order", async () => {
  const faults: string[] = [];
  for await (const fault of verifyShop(shop.services)) faults.push(lineOf(fault));
  expect(faults).toEqual([]);
});

async function stateOf(productId: string) {
  const { rows } = await shop.services.db.$client.query("select deleted_at, hidden_at, leaving_at from products where id = $1", [
    productId,
  ]);
  return rows[0];
}
