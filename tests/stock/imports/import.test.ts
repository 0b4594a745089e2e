import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { ID_CHECKS_MAX } from "#shop/settings/constants.ts";
import { CHECKED_STORED_MS, IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { changeBatch } from "#shop/stock/imports/change-batch.server.ts";
import { checkIds, previewIds } from "#shop/stock/imports/check-ids.server.ts";
import { findBatch, listBatches } from "#shop/stock/imports/find-batches.server.ts";
import { sweepChecked } from "#shop/stock/imports/sweep-checked.server.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { asOwner, booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
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
const newIds = (n: number) => Array.from({ length: n }, () => `import-${++drawn}`);
const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values).then(({ rows }) => rows);

const check = (productId: string, ids: string[], services = shop.services) => checkedImport({ services }, admin, productId, ids);

async function found(batchId: string) {
  const batch = await findBatch(shop.services, anOwner, batchId);
  if (!batch) throw new Error("no import");
  return batch;
}

/** Erases a product's orders and stock, as a later version might; only the ledger remains. */
async function eraseAll(productId: string): Promise<void> {
  const rules = (change: "disable" | "enable") =>
    `alter table orders ${change} trigger user; alter table ledger ${change} trigger order_of_row_has_its_ids`;
  const erase = `delete from order_units where order_id in (select id from orders where product_id = '${productId}');
    delete from receipts;
    delete from receipt_counters;
    update orders set is_from_old_shop = true where status = 'approved' and product_id <> '${productId}';
    update orders set status = 'cancelled', cancelled_at = now(), processed_at = null, approved_by = null, claim_until = null where product_id = '${productId}';
    delete from free_units where product_id = '${productId}';
    delete from units where product_id = '${productId}';
    update product_stock set available = 0 where product_id = '${productId}'`;
  await asOwner(shop, (client) => client.query(`begin; ${rules("disable")}; ${erase}; ${rules("enable")}; commit`));
}

const approving = (ids: string[]) => ({ ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });

test("[S13.4] who may not see IDs learns of known ones only that the shop knows them, 60 times an hour, on record; adding leaves them out", async () => {
  const helper = await aHelper(shop, ["manage-stock"]);
  const { id } = await aProduct(shop, { ids: [] });
  const { id: other } = await aProduct(shop, { name: "Other", ids: ["G-elsewhere"] });
  await addIds(shop.services, admin, { productId: id, ids: ["G-sold", "G-stock", "G-gone"] });
  const sold = await aPendingOrder(shop, { productId: id });
  await approveOrder(shop.services, admin, sold.requestCode, approving(["G-sold"]));
  await deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search: "G-gone", expected: 1 });
  const lines = ["G-new", "G-stock", "G-sold", "G-elsewhere", "G-sto\uff43k", "G-gone", "G-new"];
  const preview = (as: Admin, productId = id) => previewIds(shop.services, as, { productId, ids: lines });

  const whole = await preview(admin);
  expect(whole.ok && whole.value.report).toEqual({ new: 1, inStock: 1, handedOver: 1, elsewhere: 1, alike: 1, removed: 1, repeated: 1 });
  const told = await preview(helper);
  expect(told.ok && told.value.report).toEqual({ new: 1, known: 3, alike: 1, removed: 1, repeated: 1 });
  expect((await auditOf(shop, id)).at(-1)).toEqual(["ids-checked", { lines: 7 }]);
  const spelled = await previewIds(shop.services, helper, { productId: other, ids: ["G-sto\uff43k"] });
  expect(spelled.ok && spelled.value).toEqual({
    report: { known: 1 },
    shown: [{ sort: "known", value: "G-sto\uff43k", line: 1, isOfFile: false }],
  });

  const added = await addIds(shop.services, helper, { productId: other, ids: ["G-sto\uff43k", "G-sold", "G-fresh"] });
  expect(added).toMatchObject({ ok: true, value: { added: 1, skipped: 2, linesLeftOut: [{ sort: "known", count: 2 }] } });

  for (let n = 2; n < ID_CHECKS_MAX; n += 1) expect(await preview(helper, "")).toMatchObject({ ok: true });
  expect(await preview(helper)).toMatchObject({ code: "tooManyRequests" });
  const form = { productId: id, supplier: "", note: "", cost: null, ids: "G-sold" };
  expect(await checkIds(shop.services, helper, form)).toMatchObject({ code: "tooManyRequests" });
  expect(await preview(admin)).toMatchObject({ ok: true });
});

test("the check sorts each line by what it is, and changes nothing in the stock", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  await shop.services.db.update(products).set({ idPattern: "K-[a-z]+[0-9]*" });
  await aProduct(shop, { name: "Other", ids: ["K-elsewhere"] });
  await addIds(shop.services, admin, { productId: id, ids: ["K-sold", "K-stock", "K-held", "K-gone"] });
  const sold = await aPendingOrder(shop, { productId: id });
  await approveOrder(shop.services, admin, sold.requestCode, approving(["K-sold"]));
  await aPendingOrder(shop, { productId: id });
  await deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search: "K-gone", expected: 1 });
  const before = await booksOf(shop, id);

  const long = "K".repeat(ID_MAX_LENGTH + 1);
  const lines = [
    "K-new",
    " K-new ",
    "",
    "K-stock",
    "K-held",
    "K-sold",
    "K-gone",
    "K-elsewhere",
    "K-\u200Bnew",
    "K-n\u0435w",
    "other",
    "K-two2",
    long,
  ];
  const batch = await found(await check(id, lines));
  expect(batch.report).toEqual({
    new: 2,
    repeated: 2,
    inStock: 2,
    handedOver: 1,
    removed: 1,
    elsewhere: 1,
    odd: 1,
    unlike: 1,
    tooLong: 1,
    cleaned: 1,
  });
  expect(batch).toMatchObject({ state: "draft", supplierName: "Ravi", costPaise: 1_250, ids: 0, waits: true });
  expect(batch.shown.filter(({ sort }) => sort === "handedOver" || sort === "repeated")).toEqual([
    { sort: "repeated", value: "K-new", line: 2, isOfFile: false },
    { sort: "handedOver", value: "K-sold", line: 6, isOfFile: false },
    { sort: "repeated", value: "K-new", removed: ["U+200B"], line: 9, isOfFile: false },
  ]);
  expect(await booksOf(shop, id)).toEqual(before);
  expect((await listBatches(shop.services, anOwner, { productId: id, after: "" })).rows).toHaveLength(1);

  const none = await addBatch(shop.services, admin, batch.id, []);
  expect(none).toMatchObject({ ok: false, code: "noSortChosen" });
  expect(await addBatch(shop.services, admin, batch.id, ["new", "unlike", "removed"])).toEqual({ ok: true, value: { added: 4 } });
  expect(await found(batch.id)).toMatchObject({
    state: "added",
    ids: 4,
    waits: false,
    report: { added: 4 },
    chosen: ["new", "unlike", "removed"],
  });
  const values = await decryptedValues(shop.services, "units.value", "where batch_id = $1 order by id", [batch.id]);
  expect(values.sort()).toEqual(["K-gone", "K-new", "K-two2", "other"]);
  expect(await addBatch(shop.services, admin, batch.id, ["odd"])).toMatchObject({ ok: false, code: "batchNotDraft" });
});

test("an ID that was delivered is known again when its row is erased, also under an earlier secret, in the check and by every way of adding", async () => {
  const { id } = await aProduct(shop, { ids: ["once-sold", "once-free"] });
  const order = await aPendingOrder(shop, { productId: id });
  await approveOrder(shop.services, admin, order.requestCode, approving(["once-sold"]));
  await eraseAll(id);
  const batch = await found(await check(id, ["once-sold", "once-free", "never-seen"]));
  expect(batch.report).toEqual({ handedOver: 1, new: 2 });
  expect(await addIds(shop.services, admin, { productId: id, ids: ["once-sold"] })).toMatchObject({ value: { added: 0, skipped: 1 } });

  const { vault } = shop.services;
  const changed = { ...vault, fingerprints: (text: string) => [Buffer.alloc(32, text), vault.fingerprint(text)] };
  const again = await found(await check(id, ["once-sold"], { ...shop.services, vault: changed }));
  expect(again.report).toEqual({ handedOver: 1 });
});

test("many lines are checked, added and undone in reported steps; the ledger and the books are in order", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const reported: [string, number, number][] = [];
  const report = (what: string) => (done: number, of: number) => void reported.push([what, done, of]);
  const ids = newIds(MANY).join("\n");
  const checked = await checkIds(shop.services, admin, { productId: id, supplier: "", note: "", cost: null, ids }, report("check"));
  if (!checked.ok) throw new Error(checked.code);
  const { batchId } = checked.value;
  expect(await addBatch(shop.services, admin, batchId, ["new"], report("add"))).toEqual({ ok: true, value: { added: MANY } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: MANY, free: MANY });
  expect(await undoBatch(shop.services, admin, batchId, report("undo"))).toEqual({ ok: true, value: { removed: MANY, kept: 0 } });
  expect(reported).toEqual([
    ["check", IDS_AT_ONCE, MANY],
    ["check", 2 * IDS_AT_ONCE, MANY],
    ["check", MANY, MANY],
    ["add", IDS_AT_ONCE, 3 * IDS_AT_ONCE],
    ["add", 2 * IDS_AT_ONCE, 3 * IDS_AT_ONCE],
    ["add", 3 * IDS_AT_ONCE, 3 * IDS_AT_ONCE],
    ["undo", IDS_AT_ONCE, MANY],
    ["undo", 2 * IDS_AT_ONCE, MANY],
    ["undo", MANY, MANY],
  ]);
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, withdrawn: MANY });
  expect(await query("select event, count(*)::int as rows from ledger where product_id = $1 group by 1 order by 1", [id])).toEqual([
    { event: "imported", rows: 3 },
    { event: "removed", rows: 3 },
  ]);
  expect(await auditOf(shop, id)).toEqual([
    ["ids-checked", { lines: MANY }],
    ["ids-adding", { lines: MANY }],
    ["ids-added", { count: MANY }],
    ["import-undone", { count: MANY }],
  ]);
  expect(await found(batchId)).toMatchObject({ state: "undone", ids: MANY, withdrawn: MANY });
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: false, code: "batchUndone" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("an import is not undone once one of its IDs is held or was delivered; released again, it is", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const batchId = await check(id, ["h-1", "h-2"]);
  await addBatch(shop.services, admin, batchId, ["new"]);
  const order = await aPendingOrder(shop, { productId: id });
  const before = await booksOf(shop, id);
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: false, kind: "conflict", code: "batchHasLeft" });
  expect(await booksOf(shop, id)).toEqual(before);
  await approveOrder(shop.services, admin, order.requestCode, approving(["h-other"]));
  expect(await undoBatch(shop.services, admin, batchId)).toEqual({ ok: true, value: { removed: 2, kept: 0 } });
});

test("what is sold between the steps of a reversal stays and is counted; an interrupted reversal goes on", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const batchId = await check(id, newIds(MANY));
  await addBatch(shop.services, admin, batchId, ["new"]);
  const buys = () => aPendingOrder(shop, { productId: id });
  const breaks = withMeanwhile(shop, 3, () => Promise.reject(new Error("the process ends here")));
  await expect(undoBatch(breaks, admin, batchId)).rejects.toThrow("ends here");
  expect(await found(batchId)).toMatchObject({ state: "undoing", withdrawn: IDS_AT_ONCE });
  expect(await undoBatch(withMeanwhile(shop, 2, buys), admin, batchId)).toEqual({ ok: true, value: { removed: MANY - 1, kept: 1 } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, held: 1, withdrawn: MANY - 1 });
});

test("an import that broke off goes on where it was, with what was chosen at first; what came meanwhile is left out", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const ids = newIds(MANY);
  const batchId = await check(id, ids);
  const breaks = withMeanwhile(shop, 3, () => Promise.reject(new Error("the process ends here")));
  await expect(addBatch(breaks, admin, batchId, ["new"])).rejects.toThrow("ends here");
  expect(await found(batchId)).toMatchObject({ state: "adding", ids: IDS_AT_ONCE, waits: true });
  const other = await aProduct(shop, { ids: ids.slice(-1) });
  await addIds(shop.services, admin, { productId: id, ids: ids.slice(-2, -1) });
  expect(await addBatch(shop.services, admin, batchId, ["new", "odd"])).toMatchObject({ ok: false, code: "batchNotDraft" });
  expect(await addBatch(shop.services, admin, batchId, [])).toEqual({ ok: true, value: { added: MANY - 2 } });
  expect(await booksOf(shop, id)).toMatchObject({ counter: MANY - 1 });
  expect(await booksOf(shop, other.id)).toMatchObject({ counter: 1 });
});

test("an import that is undone while it is being added stops, and one added twice at once comes once", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const batchId = await check(id, newIds(MANY));
  const undoes = () => undoBatch(shop.services, admin, batchId);
  expect(await addBatch(withMeanwhile(shop, 3, undoes), admin, batchId, ["new"])).toMatchObject({ ok: false, code: "batchUndone" });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, withdrawn: IDS_AT_ONCE });

  const twice = await check(id, newIds(MANY));
  const both = await Promise.all([1, 2].map(() => addBatch(shop.services, admin, twice, ["new"])));
  expect(both).toEqual([1, 2].map(() => ({ ok: true, value: { added: MANY } })));
  expect(await found(twice)).toMatchObject({ state: "added", ids: MANY });
  expect(await booksOf(shop, id)).toMatchObject({ counter: MANY });
});

test("refused: who is no admin, no product, no line, an import that is not there; a product that is gone meanwhile", async () => {
  const customer = await aCustomer(shop);
  const { id } = await aProduct(shop);
  const details = { supplier: "", note: "", cost: null };
  const given = { ...details, ids: "x" };
  expect(await checkIds(shop.services, customer, { productId: id, ...given })).toMatchObject({ code: "rightMissing" });
  expect(await addBatch(shop.services, customer, "x", ["new"])).toMatchObject({ code: "rightMissing" });
  expect(await undoBatch(shop.services, customer, "x")).toMatchObject({ code: "rightMissing" });
  expect(await changeBatch(shop.services, customer, "x", details)).toMatchObject({ code: "rightMissing" });
  expect(await checkIds(shop.services, admin, { productId: "", ...given })).toMatchObject({ code: "selectProductAndPasteIds" });
  expect(await checkIds(shop.services, admin, { productId: id, ...details, ids: "" })).toMatchObject({ code: "selectProductAndPasteIds" });
  expect(await checkIds(shop.services, admin, { productId: "nope", ...given })).toMatchObject({
    code: "productNotFound",
    field: "productId",
  });
  expect(await addBatch(shop.services, admin, "nope", ["new"])).toMatchObject({ code: "batchNotFound" });
  expect(await undoBatch(shop.services, admin, "nope")).toMatchObject({ code: "batchNotFound" });
  const batchId = await check(id, newIds(1));
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ code: "batchNotFound" });
  expect(await changeBatch(shop.services, admin, batchId, details)).toMatchObject({ code: "batchNotFound" });
  await deleteProduct(shop.services, admin, id);
  const gone = await addBatch(shop.services, admin, batchId, ["new"]);
  expect(gone).toMatchObject({ code: "productNotFound" });
  expect(gone, "the page of an import has no field for the product").not.toHaveProperty("field");
});

test("[S15.10] supplier, note and cost of an import can be written down later", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  await addIds(shop.services, admin, { productId: id, ids: newIds(1) });
  const { rows } = await listBatches(shop.services, anOwner, { productId: id, after: "" });
  expect(rows).toMatchObject([{ way: "page", supplierName: null, note: "", costPaise: null, adminName: "Asha", ids: 1 }]);
  expect(await changeBatch(shop.services, admin, rows[0]?.id ?? "", { supplier: "Meena", note: "by post", cost: 90_50 })).toMatchObject({
    ok: true,
  });
  expect((await listBatches(shop.services, anOwner, { productId: id, after: "" })).rows).toMatchObject([
    { supplierName: "Meena", note: "by post", costPaise: 90_50 },
  ]);
  expect(await auditOf(shop, id)).toContainEqual(["import-changed", { supplier: "Meena", note: "by post", costInPaise: 90_50 }]);
});

test("the list of imports goes on page by page, the newest first", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  for (let n = 0; n < PAGE_SIZE + 2; n += 1) {
    await query(
      `insert into batches (id, product_id, way, state, created_at) values ($1, $2, 'page', 'added', now() - $3 * interval '1 second')`,
      [`list-${n}`, id, n],
    );
  }
  const first = await listBatches(shop.services, anOwner, { productId: id, after: "" });
  expect(first.rows.map((row) => row.id).slice(0, 2)).toEqual(["list-0", "list-1"]);
  const second = await listBatches(shop.services, anOwner, { productId: id, after: first.next ?? "" });
  expect([second.rows.map((row) => row.id), second.next]).toEqual([[`list-${PAGE_SIZE}`, `list-${PAGE_SIZE + 1}`], null]);
});

test("a draft is removed after a day, with its lines; an added import still has its counts but not the lines", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const [draft, added] = [await check(id, newIds(2)), await check(id, newIds(2))];
  await addBatch(shop.services, admin, added, ["new"]);
  const later = { ...shop.services, now: () => new Date(shop.services.now().getTime() + CHECKED_STORED_MS + 1_000) };
  expect(await sweepChecked(later)).toBeGreaterThan(0);
  expect(await findBatch(shop.services, anOwner, draft)).toBeNull();
  expect(await found(added)).toMatchObject({ shown: [], ids: 2, report: { new: 2 } });
});
