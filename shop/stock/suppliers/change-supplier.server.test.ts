import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { findSupplier, listSuppliers } from "#shop/orders/suppliers/read-suppliers.server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { addBatch } from "../imports/add-batch.server.ts";
import { checkIds } from "../imports/check-ids.server.ts";
import { addSupplier, hideSupplier, mergeSupplier, renameSupplier } from "./change-supplier.server.ts";
import { nameSupplier } from "./name-supplier.server.ts";
import { supplierNames } from "./supplier-names.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const ever = { from: null, to: null };
const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const list = async () => {
  const found = await listSuppliers(shop.services, anOwner, { after: "", ...ever });
  return found.ok ? found.value.rows : [];
};
const named = async (name: string) => (await list()).find((supplier) => supplier.name === name)?.id ?? "";

/** Imports IDs from a supplier at ₹12.50 each. */
async function imported(productId: string, supplier: string, ids: string[]): Promise<string> {
  const checked = await checkIds(shop.services, admin, { productId, supplier, note: "", cost: 1_250, ids: ids.join("\n") });
  if (!checked.ok) throw new Error(checked.code);
  expect(await addBatch(shop.services, admin, checked.value.batchId, ["new"])).toMatchObject({ ok: true });
  return checked.value.batchId;
}

test("[S15.10] an import names a supplier, also a new one, and its numbers equal a count of the rows", async () => {
  const { id: productId } = await aProduct(shop, { name: "Gold", ids: [] });
  await imported(productId, "Asha Traders", ["as-1", "as-2", "as-3"]);
  await imported(productId, "asha traders", ["as-4"]);
  await imported(productId, "Ravi", ["ra-1"]);
  const order = await aPendingOrder(shop, { productId, quantity: 2 });
  const decision = { ids: ["as-1", "as-2"], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, decision)).toMatchObject({ ok: true });
  expect(await replaceId(shop.services, admin, order.requestCode, { faulty: "as-2", id: null })).toMatchObject({ ok: true });

  const asha = { name: "Asha Traders", imports: 2, ids: 4, delivered: 3, dead: 1, deadCostPaise: 1_250, hiddenAt: null };
  expect(await list()).toMatchObject([asha, { name: "Ravi", imports: 1, ids: 1, delivered: 0, dead: 0, deadCostPaise: 0 }]);
  const its = await findSupplier(shop.services, anOwner, await named("Asha Traders"), ever);
  const gold = { name: "Gold", ids: 4, delivered: 3, dead: 1, deadCostPaise: 1_250 };
  expect(its).toMatchObject({ value: { supplier: asha, products: [gold], imports: [{ ids: 1 }, { ids: 3 }] } });
  expect(await findSupplier(shop.services, anOwner, "none", ever)).toMatchObject({ code: "supplierNotFound" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.10] a supplier is renamed, hidden from the forms, shown again, and merged with its imports", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const batchId = await imported(productId, "Old name", ["mg-1"]);
  const id = await named("Old name");
  expect(await renameSupplier(shop.services, admin, id, "OLD NAME")).toMatchObject({ ok: true });
  expect(await renameSupplier(shop.services, admin, id, "ravi")).toMatchObject({ code: "supplierNameTaken", field: "name" });
  expect(await hideSupplier(shop.services, admin, id, true)).toMatchObject({ ok: true });
  expect(await supplierNames(shop.services, anOwner)).not.toContain("OLD NAME");
  expect(await hideSupplier(shop.services, admin, id, false)).toMatchObject({ ok: true });
  expect(await supplierNames(shop.services, anOwner)).toContain("OLD NAME");

  expect(await mergeSupplier(shop.services, admin, id, "old name")).toMatchObject({ code: "supplierIsTheSame" });
  expect(await mergeSupplier(shop.services, admin, id, "nobody")).toMatchObject({ code: "supplierNotFound" });
  expect(await mergeSupplier(shop.services, admin, id, "RAVI")).toEqual({ ok: true, value: { id: await named("Ravi") } });
  expect(await query("select s.name from batches b join suppliers s on s.id = b.supplier_id where b.id = $1", [batchId])).toEqual([
    { name: "Ravi" },
  ]);
  expect(await renameSupplier(shop.services, admin, id, "x")).toMatchObject({ code: "supplierNotFound" });
  const actions = await query(
    "select action, facts from audit_entries where subject_kind = 'supplier' and action ~ 'renamed|merged|hidden|shown' order by id",
  );
  expect(actions).toEqual([
    { action: "supplier-renamed", facts: { before: "Old name" } },
    { action: "supplier-hidden", facts: {} },
    { action: "supplier-shown", facts: {} },
    { action: "supplier-merged", facts: { merged: "OLD NAME" } },
  ]);
});

test("[S15.10] two that name a new supplier at once get the same, and one merged meanwhile is none that an import keeps", async () => {
  const both = await Promise.all(["Twin", "TWIN"].map((name) => nameSupplier(shop.services.db, name)));
  expect(both[0]).toBe(both[1]);
  const { id: productId } = await aProduct(shop, { ids: [] });
  const ways = await Promise.all([
    mergeSupplier(shop.services, admin, both[0] ?? "", "Ravi"),
    imported(productId, "Twin", ["tw-1"]),
    imported(productId, "Twin", ["tw-2"]),
  ]);
  expect(ways[0]).toMatchObject({ ok: true });
  const rows = await query("select s.name from batches b left join suppliers s on s.id = b.supplier_id where b.id = any($1)", [
    ways.slice(1),
  ]);
  for (const { name } of rows) expect(["Ravi", "Twin"]).toContain(name);
});

test("[S15.10] [S13.2] who does not manage the stock changes nothing", async () => {
  const before = await query("select * from suppliers order by id");
  const id = await named("Ravi");
  for (const visitor of [await aCustomer(shop), await aHelper(shop, ["read-orders", "see-ids"])]) {
    for (const refused of [
      await addSupplier(shop.services, visitor, "x"),
      await renameSupplier(shop.services, visitor, id, "x"),
      await hideSupplier(shop.services, visitor, id, true),
      await mergeSupplier(shop.services, visitor, id, "Twin"),
    ])
      expect(refused).toMatchObject({ code: "rightMissing" });
  }
  expect(await query("select * from suppliers order by id")).toEqual(before);
  expect(await addSupplier(shop.services, admin, "raVI")).toMatchObject({ code: "supplierNameTaken" });
});
