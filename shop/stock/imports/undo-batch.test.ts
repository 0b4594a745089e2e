import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { withMeanwhile } from "#tests/support/shop/meanwhile.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import { deleteIds } from "../ids/delete-ids.server.ts";
import { addBatch } from "./add-batch.server.ts";
import { findBatch, listBatches, listDrafts } from "./find-batches.server.ts";
import { undoBatch } from "./undo-batch.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const MANY = 2 * IDS_AT_ONCE + 100;
let drawn = 0;
const newIds = (n: number) => Array.from({ length: n }, () => `undo-${++drawn}`);

/** A batch that was added to a product of its own. */
async function anImport(ids: string[]) {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const batchId = await checkedImport(shop, admin, productId, ids);
  await addBatch(shop.services, admin, batchId, ["new"]);
  return { productId, batchId };
}

test("an ID that was ordered while its import was undone is for sale again when that is cancelled; the import says so and takes it out, too", async () => {
  const { productId, batchId } = await anImport(newIds(MANY));
  const visitor = aGuest();
  let order: Awaited<ReturnType<typeof aPendingOrder>> | undefined;
  const buys = withMeanwhile(shop, 3, async () => {
    order = await aPendingOrder(shop, { productId, visitor });
  });
  expect(await undoBatch(buys, admin, batchId)).toEqual({ ok: true, value: { removed: MANY - 1, kept: 1 } });
  expect(await undoBatch(shop.services, admin, batchId), "held, not for sale").toMatchObject({ ok: false, code: "batchUndone" });
  if (!order) throw new Error("nothing was ordered");
  await cancelOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(await findBatch(shop.services, anOwner, batchId)).toMatchObject({ state: "undone", free: 1 });

  expect(await undoBatch(shop.services, admin, batchId)).toEqual({ ok: true, value: { removed: 1, kept: 0 } });
  expect(await booksOf(shop, productId)).toMatchObject({ counter: 0, free: 0, withdrawn: MANY });
  expect(await findBatch(shop.services, anOwner, batchId)).toMatchObject({ state: "undone", free: 0, undoneAt: expect.any(Date) });
  expect((await auditOf(shop, productId)).slice(-2)).toEqual([
    ["import-undone", { count: MANY - 1 }],
    ["import-undone", { count: 1 }],
  ]);
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: false, code: "batchUndone" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("an import that is undone several times at once, while somebody orders of it, loses each ID once and none that was ordered", async () => {
  for (const isOrderFirst of [true, false]) {
    const { productId, batchId } = await anImport(newIds(200));
    const undo = () => undoBatch(shop.services, admin, batchId);
    const order = () =>
      aPendingOrder(shop, { productId }).then(
        () => 1,
        () => 0,
      );
    const [held, ...answers] = isOrderFirst
      ? await Promise.all([order(), undo(), undo(), undo()])
      : await Promise.all([undo(), undo(), undo(), order()]).then((all) => [all[3], all[0], all[1], all[2]] as const);
    const removed = answers.reduce((sum, answer) => sum + (answer.ok ? answer.value.removed : 0), 0);
    expect([0, 200 - held]).toContain(removed);
    expect(await booksOf(shop, productId)).toMatchObject({ held, withdrawn: removed, counter: 200 - held - removed });
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("what was delivered meanwhile keeps nobody from taking out the rest of an import that was undone once", async () => {
  const { productId, batchId } = await anImport(newIds(MANY));
  const orders: Awaited<ReturnType<typeof aPendingOrder>>[] = [];
  const buys = withMeanwhile(shop, 3, async () => {
    for (let n = 0; n < 2; n += 1) orders.push(await aPendingOrder(shop, { productId, visitor: aGuest() }));
  });
  expect(await undoBatch(buys, admin, batchId)).toEqual({ ok: true, value: { removed: MANY - 2, kept: 2 } });
  const [given, cancelled] = orders;
  if (!given || !cancelled) throw new Error("nothing was ordered");
  const ids = await reservedValuesOf(shop.services, given.requestCode);
  await approveOrder(shop.services, admin, given.requestCode, {
    ids,
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  await cancelOrder(shop.services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode);
  expect(await undoBatch(shop.services, admin, batchId)).toEqual({ ok: true, value: { removed: 1, kept: 1 } });
  expect(await booksOf(shop, productId)).toMatchObject({ counter: 0, delivered: 1, withdrawn: MANY - 1 });
});

test("many IDs are taken out in no more time than they were added, so that buyers of the product do not wait for each step", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const batchId = await checkedImport(shop, admin, productId, newIds(MANY));
  const begun = performance.now();
  await addBatch(shop.services, admin, batchId, ["new"]);
  const added = performance.now();
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: true });
  expect((performance.now() - added) / (added - begun), "about a half; where each ID is compared with each, it is 5").toBeLessThan(2);
});

test("there is nothing to undo of an import that added nothing, or whose IDs were all deleted one by one", async () => {
  const [one] = newIds(1);
  const { productId, batchId } = await anImport([one ?? ""]);
  const nothing = await checkedImport(shop, admin, productId, newIds(1));
  await shop.services.db.$client.query("delete from batch_lines where batch_id = $1", [nothing]);
  expect(await addBatch(shop.services, admin, nothing, ["new"])).toEqual({ ok: true, value: { added: 0 } });
  expect(await undoBatch(shop.services, admin, nothing)).toMatchObject({ ok: false, kind: "conflict", code: "batchTookNothing" });

  await deleteIds(shop.services, admin, productId, { which: "matching", unitId: [], search: one ?? "", expected: 1 });
  expect(await undoBatch(shop.services, admin, batchId)).toMatchObject({ ok: false, code: "batchTookNothing" });
  expect(await findBatch(shop.services, anOwner, batchId)).toMatchObject({ state: "added", free: 0, gone: 0 });
});

test("all that was checked and not added is listed, page by page", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const count = 2 * PAGE_SIZE + 1;
  await shop.services.db.$client.query(
    `insert into batches (id, product_id, way, state, report, created_at)
     select 'draft-' || lpad(n::text, 3, '0'), $1, 'import', 'draft', '{"new": 1}', timestamptz '2026-11-22 09:00:00Z' + (n / 3) * interval '1 second' from generate_series(1, $2::integer) as n`,
    [productId, count],
  );
  const seen: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page: Awaited<ReturnType<typeof listDrafts>> = await listDrafts(shop.services, anOwner, { productId, after });
    expect(page.rows.length).toBeLessThanOrEqual(PAGE_SIZE);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toHaveLength(count);
  expect(new Set(seen).size).toBe(count);
  expect(seen[0]).toBe(`draft-${String(count).padStart(3, "0")}`);
});

test("what was checked and not added is listed, the newest first, until it is added; a check that broke off is not", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const drafts: string[] = [];
  for (let n = 0; n < 2; n += 1) drafts.unshift(await checkedImport(shop, admin, productId, newIds(n + 1)));
  await shop.services.db.$client.query(
    "insert into batches (id, product_id, way, state, created_at) values ('broke-off', $1, 'import', 'draft', now())",
    [productId],
  );
  const listDraftsOf = async (one: string | null) => (await listDrafts(shop.services, anOwner, { productId: one, after: "" })).rows;
  const listed = await listDraftsOf(productId);
  expect(listed.map(({ id }) => id)).toEqual(drafts);
  expect(listed[0]).toMatchObject({ supplierName: "Ravi", adminName: "Asha", report: { new: 2 } });
  expect((await listBatches(shop.services, anOwner, { productId, after: "" })).rows).toEqual([]);

  await addBatch(shop.services, admin, drafts[0] ?? "", ["new"]);
  expect((await listDraftsOf(productId)).map(({ id }) => id)).toEqual(drafts.slice(1));
});
