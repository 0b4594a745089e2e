import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { addIds } from "./add-ids.server.ts";
import { deleteIds } from "./delete-ids.server.ts";
import type { DeleteIdsForm } from "./delete-ids-form.ts";
import { listProductIds } from "./reading/product-ids.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const chosen = (id: string, unitId: number[]) => deleteIds(shop.services, admin, id, { which: "chosen", unitId, search: "", expected: 0 });
const matching = (id: string, search: string, expected: number) =>
  deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search, expected });

async function rowsOf(id: string) {
  const listed = await listProductIds(shop.services, admin, id);
  if (!listed.ok) throw new Error(listed.code);
  return listed.value.page.rows;
}

test("[S2.35] of the chosen IDs the available ones go; what an order has, or another product, stays and is counted", async () => {
  const { id } = await aProduct(shop);
  const other = await aProduct(shop);
  await aPendingOrder(shop, { productId: id });
  const units = (await rowsOf(id)).map(({ unitId }) => unitId);
  const [foreign] = await rowsOf(other.id);
  expect(await chosen(id, [...units, ...units, foreign?.unitId ?? 0])).toEqual({ ok: true, value: { deleted: 2, skipped: 2 } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, held: 1, withdrawn: 2, units: 3 });
  expect(await booksOf(shop, other.id)).toMatchObject({ counter: 3, free: 3, withdrawn: 0 });
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["reserved"]);
  expect(await auditOf(shop, id)).toEqual([["ids-deleted", { count: 2 }]]);

  expect(await chosen(id, units)).toMatchObject({ ok: false, code: "noIdAvailable", kind: "conflict" });
  expect(await chosen(id, [])).toMatchObject({ ok: false, code: "noIdChosen", kind: "invalid" });
  expect(await auditOf(shop, id)).toHaveLength(1);
});

test("[S2.35] all available IDs that match a search go, unless more match than the admin was asked about", async () => {
  const { id } = await aProduct(shop, { ids: ["Old-1", "old-2", "new-1", "OLD-3"].map((word) => `${word}-deleting`) });
  await aPendingOrder(shop, { productId: id });
  expect(await matching(id, "old-", 1)).toMatchObject({ ok: false, code: "moreIdsMatch", words: { n: 2 } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, free: 3 });
  expect(await matching(id, " old- ", 3)).toEqual({ ok: true, value: { deleted: 2, skipped: 1 } });
  expect((await rowsOf(id)).map(({ value, state }) => [value, state])).toEqual([
    ["Old-1-deleting", "reserved"],
    ["new-1-deleting", "available"],
  ]);
  expect(await matching(id, "", 1)).toEqual({ ok: true, value: { deleted: 1, skipped: 0 } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, held: 1, withdrawn: 3 });
});

test("[S5.11] an ID that was deleted comes into the shop again when it is added again", async () => {
  const { id, ids } = await aProduct(shop);
  const other = await aProduct(shop, { ids: [] });
  await matching(id, "", 3);
  expect(await addIds(shop.services, admin, { productId: id, ids: ids[0] ?? "" })).toMatchObject({ value: { added: 1, skipped: 0 } });
  expect(await addIds(shop.services, admin, { productId: other.id, ids: ids[1] ?? "" })).toMatchObject({ value: { added: 1 } });
  expect((await rowsOf(id)).map(({ value, state }) => [value, state])).toEqual([[ids[0], "available"]]);
  expect(await booksOf(shop, other.id)).toMatchObject({ counter: 1, free: 1 });
});

test("[S4.2] deleting IDs and ordering at once: each ID goes one way, and the counter stays exact", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await aProduct(shop);
    const [order, deletion] = await Promise.all([
      placeOrder(shop.services, aGuest(), anOrderForm({ productId: id, quantity: 2 })),
      matching(id, "", 3),
    ]);
    expect(deletion).toMatchObject({ ok: true, value: order.ok ? { deleted: 1, skipped: 2 } : { deleted: 3, skipped: 0 } });
    expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, held: order.ok ? 2 : 0, withdrawn: order.ok ? 1 : 3 });
  }
});

test("[S6.3] nobody but an admin deletes IDs, and of a product that is not there none can go", async () => {
  const { id } = await aProduct(shop);
  const form: DeleteIdsForm = { which: "matching", unitId: [], search: "", expected: 3 };
  expect(await deleteIds(shop.services, await aCustomer(shop), id, form)).toMatchObject({ code: "rightMissing" });
  for (const nowhere of ["nowhere", "\0"]) expect(await matching(nowhere, "", 3)).toMatchObject({ code: "productNotFound" });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, free: 3 });
});
