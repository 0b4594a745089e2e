import { afterEach, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import {
  anOldCatalogue,
  anApprovedOldOrder as approved,
  codeAt,
  OLD_PRODUCT_ID,
  anOldOrder as order,
} from "#tests/support/old-shop/old-orders.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeEach(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

const exportOf = (ids: string[], requests: object) => ({ products_database: anOldCatalogue(ids), requests });
const ALL = ["a", "b", "c", "d", "e", "f", "x", "y"];

/** Which of all IDs are in this table. */
async function inTable(table: "free_units" | "order_units"): Promise<string[]> {
  const { rows } = await shop.services.db.$client.query<{ fingerprint: Buffer }>(
    `select u.fingerprint from ${table} t join units u on u.id = t.unit_id where u.fingerprint is not null`,
  );
  const prints = new Set(rows.map(({ fingerprint }) => fingerprint.toString("hex")));
  return ALL.filter((value) => prints.has(shop.services.vault.fingerprint(value).toString("hex")));
}

async function unitOf(value: string): Promise<number> {
  const { rows } = await shop.services.db.$client.query<{ id: string }>("select id from units where fingerprint = $1", [
    shop.services.vault.fingerprint(value),
  ]);
  return Number(rows[0]?.id);
}

const hand = async (code: string, ids: string[]) =>
  expect(
    await approveOrder(shop.services, admin, code, { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true }),
  ).toMatchObject({
    ok: true,
  });

async function importHere(ids: string[]): Promise<string> {
  const batchId = await checkedImport(shop, admin, OLD_PRODUCT_ID, ids);
  await addBatch(shop.services, admin, batchId, ["new"]);
  return batchId;
}

test("an older export again brings back no ID that was delivered, deleted, or taken back with its import here since", async () => {
  const older = exportOf(["a", "b", "c", "d", "e", "x", "y"], { "-OZ-first": order(1, { reservedIds: { id_1: "a" } }) });
  const newer = exportOf(["b", "c", "d", "e", "f"], { "-OZ-first": approved(1, ["a"]) });
  await importExport(shop, exportOf(["b", "c"], {}));
  const batchId = await importHere(["x", "y"]);
  await importExport(shop, older);
  expect(await inTable("free_units")).toEqual(["b", "c", "d", "e", "x", "y"]);
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: true, value: { removed: 2 } });
  await importExport(shop, newer);
  expect(await inTable("free_units")).toEqual(["b", "c", "d", "e", "f"]);
  const { requestCode } = await aPendingOrder(shop, { productId: OLD_PRODUCT_ID });
  const [held = ""] = (await inTable("order_units")).filter((value) => value !== "a");
  await hand(requestCode, [held]);
  const [deleted = "", ...stay] = await inTable("free_units");
  await deleteIds(shop.services, admin, OLD_PRODUCT_ID, { which: "chosen", unitId: [await unitOf(deleted)], search: "", expected: 0 });

  for (let time = 1; time <= 2; time += 1) {
    await importExport(shop, older);
    const free = await inTable("free_units");
    expect(free, `time ${time}`).toEqual(stay.filter((value) => value !== "f"));
    expect(await inTable("order_units")).toEqual(["a", held].sort());
  }
  await importExport(shop, newer);
  expect(await inTable("order_units")).toEqual(["a", held].sort());
  const back = await inTable("free_units");
  for (const gone of ["a", held, deleted, "x", "y"]) expect(back).not.toContain(gone);
});

test("an older export again brings back no ID that was delivered here and erased since, and no order gets it", async () => {
  const older = exportOf(["a", "b", "c"], { "-OZ-first": order(1, { reservedIds: { id_1: "a" } }) });
  await importExport(shop, older);
  await hand(codeAt(1), ["a"]);
  await importExport(shop, exportOf(["b", "c"], { "-OZ-first": approved(1, ["a"]) }));
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 1");
  forgetSettings(shop.services);
  expect(await eraseOld({ ...shop.services, now: () => new Date(Date.now() + 7 * 86_400_000) })).toBe(1);

  await importExport(
    shop,
    exportOf(["a", "b", "c"], { "-OZ-other": order(2, { quantity: 3, totalAmount: 297, reservedIds: ["a", "b", "c"] }) }),
  );
  expect(await booksOf(shop, OLD_PRODUCT_ID)).toMatchObject({ free: 0, held: 2, delivered: 1 });
  await importExport(shop, older);
  expect(await inTable("free_units")).not.toContain("a");
});
