import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { aCustomer, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { downloadSupplierSheet } from "./supplier-sheet.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

test("[S15.12] the supplier's sheet has the dead IDs of a period, whole for who may see them, and no formula", async () => {
  const { id: productId } = await aProduct(shop, { name: "=Silver", ids: [] });
  const ids = ["=dead-0001", "good-0001", "good-0002"].join("\n");
  const checked = await checkIds(shop.services, admin, { productId, supplier: "Meena", note: "", cost: 1_250, ids });
  if (!checked.ok) throw new Error(checked.code);
  expect(await addBatch(shop.services, admin, checked.value.batchId, ["new"])).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query<{ id: string }>("select id from suppliers");
  const supplierId = rows[0]?.id ?? "";
  const order = await aPendingOrder(shop, { productId });
  const decision = { ids: ["=dead-0001"], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, decision)).toMatchObject({ ok: true });
  expect(await replaceId(shop.services, admin, order.requestCode, { faulty: "=dead-0001", id: null })).toMatchObject({ ok: true });
  const sheet = async (visitor: Admin, period: { from: string | null; to: string | null }) => {
    const file = await downloadSupplierSheet(shop.services, visitor, supplierId, period);
    if (!file.ok) return file.code;
    let text = "";
    for await (const piece of file.value.pieces) text += piece;
    const lines: string[][] = [];
    for await (const { cells } of readCsv([text])) lines.push(cells);
    return lines.slice(1);
  };
  const always = { from: null, to: null };
  const [line] = await sheet(admin, always);
  expect(line?.slice(1, 5)).toEqual(["", "'=Silver", "'=dead-0001", order.requestCode]);
  expect(line?.[5], "the claim that swapped it").toBe(`${order.requestCode}-C1`);
  expect(line?.slice(8)).toEqual(["replaced", "12.5"]);
  const helper = await aHelper(shop, ["manage-stock"]);
  expect((await sheet(helper, always))[0]?.[3]).toBe("••••0001");
  expect(await sheet(admin, { from: "2001-01-01", to: "2001-12-31" })).toEqual([]);
  expect(await sheet(admin, { from: "2001-02-30", to: null })).toBe("accountsPeriodWrong");
  expect(await downloadSupplierSheet(shop.services, admin, "none", always)).toMatchObject({ code: "supplierNotFound" });
  expect(await downloadSupplierSheet(shop.services, await aCustomer(shop), supplierId, always)).toMatchObject({ code: "rightMissing" });
  const entries = await shop.services.db.$client.query(
    "select action, subject_name, facts from audit_entries where action like '%sheet%' order by id limit 1",
  );
  expect(entries.rows[0]).toEqual({
    action: "supplier-sheet-downloaded",
    subject_name: "Meena",
    facts: { from: null, to: null, whole: true },
  });
});
