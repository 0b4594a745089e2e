import { afterEach, beforeEach, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import {
  anOldCatalogue,
  anApprovedOldOrder as approved,
  codeAt,
  OLD_PRODUCT_ID,
  anOldOrder as order,
  pathsReportedAs,
} from "#tests/support/old-shop/old-orders.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});
/** The orders here, each with its customer and its state in the old shop. */
async function standing() {
  const { rows } = await shop.services.db.$client.query(
    `select status, short_by as short, (select array_agg(old_id || ' of ' || coalesce(old_user_id, 'nobody')) from old_shop_rows m where m.local_id = o.id) as old,
       (select count(*)::integer from order_units h where h.order_id = o.id) as units from orders o order by created_at, id`,
  );
  return rows;
}

const reportedAs = (warning: string) => pathsReportedAs(shop, warning);

test("a copy that stood alone does not get the order of another customer, or of a guest, that turns up under its code", async () => {
  const [second, third] = [order(2, { userId: "thief" }), order(3, { userId: "thief" })];
  await importExport(shop, { products_database: anOldCatalogue(["b"]), users: { thief: { orders: { second, third } } } });
  const requests = { "-OZ-real2": approved(2, ["a"]), "-OZ-real3": approved(3, ["c"], { userId: "guest" }) };
  await importExport(shop, { products_database: anOldCatalogue(["b"]), requests, users: { thief: { orders: {} } } });
  const rows = await standing();
  expect(rows).toHaveLength(4);
  expect(rows).toContainEqual({ status: "approved", short: null, old: ["-OZ-real2 of uid"], units: 1 });
  expect(rows).toContainEqual({ status: "approved", short: null, old: ["-OZ-real3 of nobody"], units: 1 });
  expect(rows).toContainEqual({ status: "pending", short: 1, old: ["users/thief/orders/second of thief"], units: 0 });
});

test("an order is not lost where somebody's copy with its code was turned down here before", async () => {
  const copy = order(1, { userId: "thief" });
  await importExport(shop, { products_database: anOldCatalogue(["b"]), users: { thief: { orders: { copy } } } });
  await rejectOrder(shop.services, await anAdmin(shop), codeAt(1), { reason: "No" });
  await importExport(shop, {
    products_database: anOldCatalogue(["b"]),
    requests: { "-OZ-real1": approved(1, ["a"]) },
    users: { thief: { orders: {} } },
  });
  expect(await standing()).toContainEqual({ status: "approved", short: null, old: ["-OZ-real1 of uid"], units: 1 });
  expect(await standing()).toContainEqual(expect.objectContaining({ status: "rejected", units: 0 }));
});

test("a pending order here gets another ID for one that was handed over there meanwhile, so that it is not sold twice", async () => {
  await importExport(shop, { products_database: anOldCatalogue(["a", "b"]), requests: {}, users: {} });
  const here = await aPendingOrder(shop, { productId: OLD_PRODUCT_ID });
  const newer = { products_database: anOldCatalogue(["b"]), requests: { "-OZ-real1": approved(1, ["a"]) }, users: {} };
  await importExport(shop, newer);
  const after = [
    { status: "approved", short: null, old: ["-OZ-real1 of uid"], units: 1 },
    { status: "pending", short: null, old: null, units: 1 },
  ];
  expect([await standing(), await reportedAs("heldHere")]).toEqual([after, ["requests/-OZ-real1"]]);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ counter: 0, free: 0, held: 1, delivered: 1 });
  await importExport(shop, newer);
  expect([await standing(), await reportedAs("heldHere")]).toEqual([after, []]);
  const form = { ids: ["b"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), here.requestCode, form)).toMatchObject({ ok: true });
});

test("if no other ID is free it stays reserved and is reported, and the next import gives another one", async () => {
  await importExport(shop, { products_database: anOldCatalogue(["a"]), requests: {}, users: {} });
  await aPendingOrder(shop, { productId: OLD_PRODUCT_ID });
  const requests = { "-OZ-real1": approved(1, ["a"]) };
  await importExport(shop, { products_database: anOldCatalogue([]), requests, users: {} });
  expect([(await standing()).map(({ units }) => units), await reportedAs("heldHere")]).toEqual([[0, 1], ["requests/-OZ-real1"]]);
  await importExport(shop, { products_database: anOldCatalogue(["b"]), requests, users: {} });
  expect((await standing()).map(({ units }) => units)).toEqual([0, 1]);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ counter: 0, free: 0, held: 1, withdrawn: 1 });
});

test("a guest's order becomes the customer's whose copy says the same only where something in it was the buyer's alone to know", async () => {
  const guests = { userId: "guest" };
  const open = { second: 1, guest: order(1, guests), copy: order(1, { userId: "thief" }) };
  const known = {
    second: 2,
    guest: order(2, { ...guests, reservedIds: { id_1: "a" } }),
    copy: order(2, { userId: "asha", reservedIds: { id_1: "a" } }),
  };
  await importExport(shop, {
    products_database: anOldCatalogue(["b"]),
    requests: { "-OZ-open": open.guest, "-OZ-known": known.guest },
    users: { thief: { orders: { [codeAt(1)]: open.copy } }, asha: { orders: { [codeAt(2)]: known.copy } } },
  });
  expect((await standing()).map(({ old }) => old)).toEqual([["-OZ-open of nobody"], ["-OZ-known of asha"]]);
  expect(await reportedAs("copyOfGuestUnsure")).toEqual([`users/thief/orders/${codeAt(1)}`]);
  expect(await reportedAs("copyOfGuest")).toEqual([`users/asha/orders/${codeAt(2)}`]);
});
