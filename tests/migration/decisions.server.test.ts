import { afterEach, beforeEach, expect, test } from "vitest";
import { keysToStore, openVault } from "#platform/encryption/vault.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import { anOldCatalogue, anOldOrder, codeAt, OLD_PRODUCT_ID, pathsReportedAs } from "#tests/support/old-shop/old-orders.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

const order = (second: number, fields: Record<string, unknown> = {}) => anOldOrder(second, { userId: "guest", ...fields });

function exportOf(ids: unknown, requests: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { products_database: anOldCatalogue(ids), requests, ...more };
}

type Standing = { code: string; status: string; short: number | null; units: number };

async function standing(): Promise<Standing[]> {
  const { rows } = await shop.services.db.$client.query<Standing>(
    `select request_code as code, status, short_by as short, (select count(*)::integer from order_units h where h.order_id = o.id) as units
     from orders o order by created_at, id`,
  );
  return rows;
}

const reportedAs = (warning: string) => pathsReportedAs(shop, warning);

test("of two pending orders with one ID the older has it, the other gets another one, or lacks one if none is left", async () => {
  const reserved = { reservedIds: { id_1: "a" } };
  await importExport(
    shop,
    exportOf(["a", "b"], { "-OZ-younger": order(2, reserved), "-OZ-older": order(1, reserved), "-OZ-last": order(3) }),
  );
  expect(await standing()).toEqual([
    { code: codeAt(1), status: "pending", short: null, units: 1 },
    { code: codeAt(2), status: "pending", short: null, units: 1 },
    { code: codeAt(3), status: "pending", short: 1, units: 0 },
  ]);
  expect([await reportedAs("reservedTwice"), await reportedAs("short")]).toEqual([["requests/-OZ-younger"], ["requests/-OZ-last"]]);
});

test("an ID that was delivered here and erased does not come back by a newer export, also under another secret", async () => {
  const { services } = shop;
  await importExport(shop, exportOf(["a"], { "-OZ-first": order(1, { reservedIds: { id_1: "a" } }) }));
  const form = { ids: ["a"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(services, await anAdmin(shop), codeAt(1), form)).toMatchObject({ ok: true });
  await services.db.$client.query("update shop_settings set erase_ids_days = 1");
  forgetSettings(services);
  const inAWeek = { ...services, now: () => new Date(Date.now() + 7 * 86_400_000) };
  expect(await eraseOld(inAWeek)).toBe(1);

  const { fingerprint } = services.vault;
  const anew = (text: string) => fingerprint(`another ${text}`);
  const vault = { ...services.vault, fingerprint: anew, fingerprints: (text: string) => [anew(text), fingerprint(text)] };
  await importExport({ ...shop, services: { ...services, vault } }, exportOf(["a"], {}));
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 0, delivered: 1 });
});

test("a short order is approved with IDs that come later, and is not short any more", async () => {
  await importExport(shop, exportOf([], { "-OZ-first": order(1) }));
  const form = { ids: ["fresh"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), codeAt(1), form)).toMatchObject({ ok: true });
  expect(await standing()).toEqual([{ code: codeAt(1), status: "approved", short: null, units: 1 }]);
});

test("an imported pending order does not expire, however old it is", async () => {
  await shop.services.db.$client.query("update shop_settings set guest_order_hours = 1");
  await importExport(shop, exportOf(["a"], { "-OZ-first": order(1) }));
  expect(await expireOrders(shop.services)).toBe(0);
});

test("an ID in the stock and delivered is delivered; one delivered twice stays with the older order", async () => {
  const given = { status: "approved", approvedBy: "admin", processedDate: "2025-09-01T05:00:00.398Z", deliveredIds: ["a"] };
  await importExport(shop, exportOf(["a", "b"], { "-OZ-older": order(1, given), "-OZ-younger": order(2, given) }));
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, delivered: 1 });
  expect((await standing()).map(({ units, short }) => [units, short])).toEqual([
    [1, null],
    [0, 1],
  ]);
  expect([await reportedAs("stockAndDelivered"), await reportedAs("deliveredTwice")]).toEqual([
    [`products_database/Idlist/${OLD_PRODUCT_ID}/ids/0`],
    ["requests/-OZ-younger"],
  ]);
});

test("a row's warnings are reported with its path, and nothing is lost", async () => {
  const requests = {
    "-OZ-total": order(1, { totalAmount: 500 }),
    "-OZ-status": order(2, { status: "shipped" }),
    "-OZ-twice": order(1, { userId: "other" }),
    "-OZ-gone": order(3, { productId: "gone", productName: "Old gold", status: "cancelled", cancelledAt: "2025-09-01T16:10:01.528Z" }),
    "-OZ-proof": order(4, { status: "approved", paymentMethod: "amazon", deliveredIds: ["z"], processedDate: "2025-09-01T05:00:00.398Z" }),
    "-OZ-none": "what",
  };
  const copies = { uid: { orders: { [codeAt(9)]: order(9), [codeAt(2)]: order(2, { quantity: 2, totalAmount: 198 }) } } };
  await importExport(shop, exportOf([null, "a", { id: "b", status: "available" }, 7, ["x"]], requests, { users: copies }));
  for (const [warning, path] of Object.entries({
    totalDiffers: "requests/-OZ-total",
    statusUnknown: "requests/-OZ-status",
    codeRepeated: "requests/-OZ-twice",
    productGone: "products_database/products/gone",
    proofMissing: "requests/-OZ-proof",
    notAnOrder: "requests/-OZ-none",
    copyOnly: `users/uid/orders/${codeAt(9)}`,
    copyDiffers: `users/uid/orders/${codeAt(2)}`,
    listWithHoles: `products_database/Idlist/${OLD_PRODUCT_ID}/ids/0`,
    idAsObject: `products_database/Idlist/${OLD_PRODUCT_ID}/ids/2`,
    idAsNumber: `products_database/Idlist/${OLD_PRODUCT_ID}/ids/3`,
    idUnreadable: `products_database/Idlist/${OLD_PRODUCT_ID}/ids/4`,
  }))
    expect(await reportedAs(warning), warning).toEqual([path]);
  const { rows } = await shop.services.db.$client.query("select count(*)::integer as n, sum(total_paise)::integer as paise from orders");
  expect(rows).toEqual([{ n: 6, paise: 50_000 + 5 * 9_900 }]);
});

test("a newer export: an ID delivered here never returns, one sold there leaves, one removed here stays away, and an order handled here stays", async () => {
  await importExport(shop, exportOf(["a", "b", "c", "d"], { "-OZ-first": order(1, { reservedIds: ["a"] }) }));
  const admin = await anAdmin(shop);
  await approveOrder(shop.services, admin, codeAt(1), { ids: ["a"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });
  const { rows } = await shop.services.db.$client.query<{ id: string }>("select id from units where fingerprint = $1", [
    shop.services.vault.fingerprint("d"),
  ]);
  await deleteIds(shop.services, admin, OLD_PRODUCT_ID, {
    which: "chosen",
    unitId: rows.map(({ id }) => Number(id)),
    search: "",
    expected: 0,
  });

  const cancelled = order(1, { status: "cancelled", cancelledAt: "2025-09-02T16:10:01.528Z" });
  const sold = order(5, { status: "approved", processedDate: "2025-09-02T05:00:00.398Z", deliveredIds: ["b"] });
  await importExport(shop, exportOf(["a", "d", "e"], { "-OZ-first": cancelled, "-OZ-second": sold }));
  expect((await standing()).map(({ code, status, units }) => [code, status, units])).toEqual([
    [codeAt(1), "approved", 1],
    [codeAt(5), "approved", 1],
  ]);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, delivered: 2, withdrawn: 2 });
  expect([
    await reportedAs("idDeliveredHere"),
    await reportedAs("orderChangedHere"),
    await reportedAs("soldThere"),
    await reportedAs("idLeftHere"),
  ]).toEqual([
    [`products_database/Idlist/${OLD_PRODUCT_ID}/ids/0`],
    ["requests/-OZ-first"],
    [`products_database/Idlist/${OLD_PRODUCT_ID}`],
    [`products_database/Idlist/${OLD_PRODUCT_ID}/ids/1`],
  ]);
});

test("a newer export brings what changed there: a pending order that was approved, a new price, a new order", async () => {
  await importExport(shop, exportOf(["a", "b"], { "-OZ-first": order(1, { reservedIds: ["a"] }) }));
  const approved = order(1, { status: "approved", processedDate: "2025-09-02T05:00:00.398Z", deliveredIds: ["b"] });
  const newer = exportOf(["a"], { "-OZ-first": approved, "-OZ-second": order(2) });
  Object.assign(newer, {
    products_database: anOldCatalogue(["a"], { price: 120 }),
  });
  await importExport(shop, newer);
  expect(await standing()).toEqual([
    { code: codeAt(1), status: "approved", short: null, units: 1 },
    { code: codeAt(2), status: "pending", short: null, units: 1 },
  ]);
  const { rows } = await shop.services.db.$client.query("select price_paise::integer as paise from products");
  expect(rows).toEqual([{ paise: 12_000 }]);
});

test("an interrupted import leaves complete kinds, and the next one continues to the result of a single one", async () => {
  const old = exportOf(["a", "b"], { "-OZ-first": order(1, { reservedIds: ["a"] }), "-OZ-second": order(2) });
  const seen = ({ doing }: { doing: string }) => {
    if (doing === "orders") throw new Error("the machine stops");
  };
  await expect(importExport(shop, old, { seen })).rejects.toThrow("the machine stops");
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1 });
  expect(await standing()).toEqual([]);
  const { rows } = await shop.services.db.$client.query(
    "select state, array(select jsonb_object_keys(checkpoints) order by 1) as kinds from old_shop_imports",
  );
  expect(rows).toEqual([{ state: "failed", kinds: ["IDs", "accounts", "products"] }]);

  await importExport(shop, old);
  expect((await standing()).map(({ units }) => units)).toEqual([1, 1]);
});

const given = (second: number, ids: string[]) =>
  order(second, { status: "approved", processedDate: "2025-09-02T05:00:00.398Z", deliveredIds: ids });

test("an ID that an order there was given does not stay on sale here, also where that order was handled here otherwise", async () => {
  await importExport(shop, exportOf(["a", "b", "c"], { "-OZ-first": order(1, { reservedIds: ["a"] }), "-OZ-second": given(2, ["x"]) }));
  await rejectOrder(shop.services, await anAdmin(shop), codeAt(1), { reason: "No" });
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 3 });

  const newer = exportOf(["c"], { "-OZ-first": given(1, ["a"]), "-OZ-second": given(2, ["x", "b"]) });
  const preview = await importExport(shop, newer, { isPreview: true });
  const { summary } = await importExport(shop, newer);
  expect(summary).toEqual(preview.summary);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, delivered: 1, withdrawn: 2 });
  expect((await reportedAs("givenThere")).sort()).toEqual(["requests/-OZ-first", "requests/-OZ-second"]);
  await importExport(shop, newer);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, delivered: 1, withdrawn: 2 });
});

test("an ID that was added here by hand and was sold there leaves the stock too", async () => {
  await importExport(shop, exportOf(["a"], {}));
  await addIds(shop.services, await anAdmin(shop), { productId: OLD_PRODUCT_ID, ids: ["sold-1", "sold-2", "own"] });
  const newer = exportOf(["a", { id: "sold-2", status: "sold" }], { "-OZ-first": given(1, ["sold-1"]) });
  await importExport(shop, newer);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 2, delivered: 1, withdrawn: 1 });
});

test("between the kinds nobody can buy an ID here that an order there was given: it is out of the stock before the orders come in", async () => {
  await importExport(shop, exportOf(["a", "b"], {}));
  const newer = exportOf(["a"], { "-OZ-first": given(1, ["b"]) });
  const seen = ({ doing }: { doing: string }) => {
    if (doing === "orders") throw new Error("the machine stops");
  };
  await expect(importExport(shop, newer, { seen })).rejects.toThrow("the machine stops");
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, withdrawn: 1 });
  await importExport(shop, newer);
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 1, delivered: 1, withdrawn: 0 });
});

test("an ID that was handed over in an order that was turned down is reserved for no other", async () => {
  const turnedDown = order(1, { status: "cancelled", cancelledAt: "2025-09-01T16:10:01.528Z", deliveredIds: ["a"] });
  await importExport(shop, exportOf(["a", "b"], { "-OZ-first": turnedDown, "-OZ-second": order(2, { reservedIds: ["a"] }) }));
  const { rows } = await shop.services.db.$client.query<{ fingerprint: Buffer }>(
    "select u.fingerprint from order_units h join units u on u.id = h.unit_id",
  );
  expect(rows.map(({ fingerprint }) => fingerprint)).toEqual([shop.services.vault.fingerprint("b")]);
});

test("an ID that was delivered here and erased does not return, also when the secret was rotated since", async () => {
  await importExport(shop, exportOf(["a", "b"], { "-OZ-first": order(1, { reservedIds: ["a"] }) }));
  await approveOrder(shop.services, await anAdmin(shop), codeAt(1), {
    ids: ["a"],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 1");
  forgetSettings(shop.services);
  shop.setNow(new Date(Date.now() + 2 * DAY_MS));
  await eraseOld(shop.services);

  const later = openVault("another secret, 32 bytes or more of it", [keysToStore(TEST_SECRET)]);
  const rotated = { ...shop, services: { ...shop.services, vault: later } };
  await importExport(rotated, exportOf(["a"], { "-OZ-other": order(5) }));
  expect((await standing()).map(({ code, units, short }) => [code, units, short])).toEqual([
    [codeAt(1), 1, null],
    [codeAt(5), 0, 1],
  ]);
  expect(await reportedAs("idDeliveredHere")).toEqual([`products_database/Idlist/${OLD_PRODUCT_ID}/ids/0`]);
  await importExport(rotated, exportOf([], { "-OZ-third": order(6, { reservedIds: ["a"] }) }));
  const { rows } = await shop.services.db.$client.query("select count(*)::integer as n from units where fingerprint = any($1)", [
    later.fingerprints("a"),
  ]);
  expect(rows).toEqual([{ n: 1 }]);
});

test("the author of a copy of a guest's order gets it only if the copy says the same", async () => {
  const requests = { "-OZ-first": given(1, ["secret"]), "-OZ-second": given(2, ["own"]) };
  const copies = { stranger: { orders: { x: order(1, { totalAmount: 99 }) } }, buyer: { orders: { x: given(2, ["own"]) } } };
  await importExport(shop, exportOf([], requests, { users: copies }));
  const { rows } = await shop.services.db.$client.query(
    "select old_id as id, old_user_id as user from old_shop_rows where kind = 'order' order by old_id",
  );
  expect(rows).toEqual([
    { id: "-OZ-first", user: null },
    { id: "-OZ-second", user: "buyer" },
  ]);
});
