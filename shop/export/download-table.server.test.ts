import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import { fromCell } from "#shop/csv-line.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { downloadedTables } from "#shop/rows/exported-tables.server.ts";
import { columnsOf } from "#shop/rows/read-table.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { readGivenIds } from "#shop/stock/parsing/read-given-ids.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { asSuggested } from "#tests/support/shop/imports.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { downloadTable } from "./download-table.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const dangerous = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "'quoted", '"a", b', "plain"];

async function textOf(file: string, productId: string | null = null): Promise<string> {
  const table = await downloadTable(shop.services, await anAdmin(shop), file, productId);
  if (!table.ok) throw new Error(table.code);
  let text = "";
  for await (const piece of table.value.pieces) text += piece;
  return text;
}

async function cellsOf(csv: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readCsv([csv])) rows.push(cells);
  return rows;
}

async function rowsOf(csv: string): Promise<Record<string, string>[]> {
  const [head, ...rows] = await cellsOf(csv);
  return rows.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, fromCell(cells[at] ?? "")])));
}

test("no cell of a download is a formula, and the stock's own export brings no new ID when it is imported again", async () => {
  const { id } = await aProduct(shop, { name: "=1+1", ids: dangerous });
  const csv = await textOf("ids.csv", id);
  const [, ...cells] = await cellsOf(csv);
  expect(cells.flat().filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
  const ids = (await rowsOf(csv)).map((row) => row.id ?? "");
  expect(ids).toEqual(dangerous);

  const read = await readGivenIds(asSuggested(csv));
  if (!read.ok) throw new Error(read.code);
  expect(read.value.map(({ value }) => value)).toEqual(dangerous);
  const checked = await checkIds(shop.services, await anAdmin(shop), {
    productId: id,
    supplier: "",
    note: "",
    cost: null,
    ...asSuggested(csv),
  });
  const { rows: toBeAdded } = await shop.services.db.$client.query("select from batch_lines where kind = 'waiting'");
  expect([checked.ok, toBeAdded]).toEqual([true, []]);
  const added = await addIds(shop.services, await anAdmin(shop), { productId: id, ids: ids.join("\n") });
  expect(added).toMatchObject({ ok: true, value: { added: 0, skipped: dangerous.length } });
});

test("JSON and CSV say the same of IDs and orders, whatever became of them", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["one", "two", "three"] });
  const held = await aPendingOrder(shop, { productId, email: "guest@example.com" });
  const given = await aPendingOrder(shop, { productId });
  const admin = await anAdmin(shop);
  await approveOrder(shop.services, admin, given.requestCode, {
    ids: ["two"],
    faulty: [],
    downloadLink: null,
    confirmed: true,
    idsConfirmed: true,
  });

  const ids = JSON.parse(await textOf("ids.json", productId));
  expect(ids.map(({ id, state, requestCode }: Record<string, unknown>) => [id, state, requestCode])).toEqual([
    ["one", "reserved", held.requestCode],
    ["two", "delivered", given.requestCode],
    ["three", "available", null],
  ]);
  const byCode = (rows: Record<string, unknown>[]) => rows.find(({ requestCode }) => requestCode === held.requestCode);
  const inJson = byCode(JSON.parse(await textOf("orders.json")));
  const inCsv = byCode(await rowsOf(await textOf("orders.csv")));
  expect(inJson).toMatchObject({ status: "pending", email: "guest@example.com", quantity: 1, ids: [ids[0].number], paidAt: null });
  expect(inCsv).toMatchObject({ status: "pending", email: "guest@example.com", quantity: "1", ids: `[${ids[0].number}]`, paidAt: "" });
  expect(inJson).not.toHaveProperty("accessKeyHash");
});

test("[S6.5] every table has its file in each format, which is audited; passwords and what opens orders are in none", async () => {
  for (const name of ["products", "ids", "orders", "customers", "audit"]) {
    expect(await textOf(`${name}.csv`)).not.toMatch(/password|hash/i);
    expect(JSON.parse(await textOf(`${name}.json`))).toEqual(expect.any(Array));
  }
  const { rows } = await shop.services.db.$client.query(
    "select subject_name from audit_entries where action = 'table-downloaded' order by id desc limit 2",
  );
  expect(rows).toEqual([{ subject_name: "audit.json" }, { subject_name: "audit.csv" }]);
});

test("[S6.5] a download has these columns and no other: whoever adds one decides here whether admins download it", () => {
  expect(Object.fromEntries(downloadedTables.map((table) => [table.name, columnsOf(table, false).map(({ name }) => name)]))).toEqual({
    products: [
      ...["id", "name", "pricePaise", "available", "description", "language", "translations", "image", "isSample"],
      ...["createdAt", "updatedAt", "hiddenAt", "deletedAt", "removedIds", "delivery", "claimHours"],
    ],
    customers: [
      ...["id", "email", "name", "role", "rights", "disabled", "language", "orders", "phoneNumber", "image"],
      ...["emailVerified", "createdAt", "updatedAt", "lastLoginAt"],
    ],
    orders: [
      ...["id", "requestCode", "status", "productId", "productName", "productNames", "quantity", "pricePaise", "totalPaise"],
      ...["paymentMethod", "userId", "customerEmail", "email", "language", "giftCardCode", "giftCardLast4", "proofName", "proofKey"],
      ...["paymentVerified", "verificationNote", "adminNote", "createdAt", "processedAt", "approvedBy", "cancelledAt"],
      ...["expiredAfterHours", "reopenedAt", "reason", "downloadLink", "paidAt", "payablePaise", "paymentAskedAt", "utr", "utrSentAt"],
      ...["proofResentAt", "ids", "proofErasedAt", "codeErasedAt", "idsErasedAt", "receiptNumber", "claimUntil"],
      ...["instructions", "termsVersion"],
    ],
    ids: [
      ...["number", "id", "productId", "productName", "state", "requestCode", "orderId", "position", "deliveredAt"],
      ...["importedAt", "withdrawnAt", "erasedAt"],
    ],
    audit: ["id", "at", "adminId", "adminName", "action", "subjectKind", "subjectId", "subjectName", "facts"],
  });
});

test("[S6.3] only admins download, and only what there is", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)])
    expect(await downloadTable(shop.services, visitor, "ids.csv")).toMatchObject({ code: "rightMissing" });
  const admin = await anAdmin(shop);
  const recorded = async () =>
    (await shop.services.db.$client.query("select from audit_entries where action = 'table-downloaded'")).rowCount;
  const before = await recorded();
  for (const product of ["nobody-has-it", "", "\0"])
    expect(await downloadTable(shop.services, admin, "ids.csv", product)).toMatchObject({ code: "exportProductNotFound", kind: "missing" });
  const { id } = await aProduct(shop, { ids: ["kept"] });
  await deleteProduct(shop.services, admin, id);
  expect(await recorded(), "nothing was downloaded").toBe(before);
  expect(await textOf("ids.csv", id), "of a deleted product").toContain("kept");
  for (const file of ["passwords.json", "ids.xml", "ids", "ids.csv.json", "toString.csv", "ids.toString", ""])
    expect(await downloadTable(shop.services, admin, file), file).toMatchObject({ code: "exportNotFound" });
});

test("many rows come some at a time and each once, and a slow reader holds no connection", async () => {
  const ids = Array.from({ length: 2_001 }, (_, n) => `many-${n}`);
  const { id } = await aProduct(shop, { ids });
  const table = await downloadTable(shop.services, await anAdmin(shop), "ids.json", id);
  if (!table.ok) throw new Error(table.code);
  const { $client: pool } = shop.services.db;
  const pieces: string[] = [];
  for await (const piece of table.value.pieces) {
    pieces.push(piece);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  }
  expect(pieces).toHaveLength(5);
  expect(JSON.parse(pieces.join("")).map((row: { id: string }) => row.id)).toEqual(ids);
});
