import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { listBatches } from "#shop/stock/imports/find-batches.server.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { addToStock, claimIds } from "#tests/support/shop/claims.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { withMeanwhile } from "#tests/support/shop/meanwhile.ts";
import { deliveredValuesOf, reservedIdsOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { aPaymentRow, paidOnline } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { refuseClaim } from "../claims/decide-claim.server.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { approveAsReserved } from "../decisions/approve/approve-several.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { lockOrderById } from "../lock-order.server.ts";
import { readConversation } from "../messages/read-conversation.server.ts";
import { matchPayment } from "../payment/match-payment.server.ts";
import { payOrder } from "../payment/settling/pay-order.server.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { goOnRecalls } from "./go-on-recalls.server.ts";
import { previewRecall, readRecall } from "./read-recall.server.ts";
import type { RecallScope } from "./recall.ts";
import { recallImport, undoRecall } from "./recall-import.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const some = (n: number) => Array.from({ length: n }, () => `recalled-${randomUUID()}`);

/** A product with an imported batch of this many IDs, and other IDs that come after them. */
async function anImport(count: number, others = 0) {
  const product = await aProduct(shop, { ids: [] });
  const ids = some(count);
  const batchId = await checkedImport(shop, admin, product.id, ids);
  const added = await addBatch(shop.services, admin, batchId, ["new"]);
  if (!added.ok) throw new Error(added.code);
  if (others > 0) await addToStock(shop, admin, product.id, some(others));
  return { product, batchId, ids };
}

const order = (productId: string, quantity = 1, visitor: Visitor = aGuest()) => aPendingOrder(shop, { productId, quantity, visitor });
const formOf = (ids: string[]) => ({ ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });

async function aDelivered(productId: string, quantity = 1, visitor: Visitor = aGuest()) {
  const placed = await order(productId, quantity, visitor);
  const approved = await approveOrder(
    shop.services,
    admin,
    placed.requestCode,
    formOf(await reservedValuesOf(shop.services, placed.requestCode)),
  );
  if (!approved.ok) throw new Error(approved.code);
  return placed;
}

const recall = (batchId: string, delivered: RecallScope = "in_time", visitor: Admin = admin) =>
  recallImport(shop.services, visitor, batchId, { reason: "used", delivered });

async function claimsOf({ id }: { id: string }) {
  const { rows } = await shop.services.db.$client.query(
    'select number, opened_by as "openedBy", reason, state, message_number as message, again_number as again from claims where order_id = $1 order by number',
    [id],
  );
  return rows;
}

const emailsAbout = async (...orders: { id: string }[]) => {
  const { rows } = await shop.services.db.$client.query<{ kind: string }>(
    "select kind from emails where order_id = any($1) and kind = 'order-message'",
    [orders.map(({ id }) => id)],
  );
  return rows.length;
};

test("[S15.11] a preview says how many IDs are free, reserved in which orders, delivered in time and before", async () => {
  const { product, batchId } = await anImport(6);
  const early = await aDelivered(product.id);
  await shop.services.db.$client.query("update orders set claim_until = now() - interval '1 hour' where id = $1", [early.id]);
  await aDelivered(product.id, 2);
  const held = await order(product.id);
  const preview = { free: 2, reserved: 1, reservedOrders: 1, codes: [held.requestCode], inTime: 2, before: 1 };
  expect(await previewRecall(shop.services, admin, batchId)).toEqual(preview);
  const stock = await aHelper(shop, ["manage-stock"]);
  expect(await previewRecall(shop.services, stock, batchId), "orders are named for who may read them").toEqual({ ...preview, codes: [] });
  expect(await previewRecall(shop.services, admin, "none")).toBeNull();
  expect(await readRecall(shop.services, admin, batchId), "a preview writes nothing").toBeNull();
});

test("[S15.11] free IDs leave at once, reserved ones are exchanged, and the shop opens a claim for delivered ones and tells each buyer once", async () => {
  const { product, batchId, ids } = await anImport(6, 3);
  const customer = await aCustomer(shop);
  const [first, second] = [await aDelivered(product.id, 2, customer), await aDelivered(product.id, 1, customer)];
  const held = await order(product.id, 2);
  expect(await recall(batchId)).toEqual({ ok: true, value: { withdrawn: 1 } });
  expect(await booksOf(shop, product.id), "the first step").toMatchObject({ free: 3, counter: 3, held: 2, delivered: 3, withdrawn: 1 });
  expect(await faultsOf(shop)).toEqual([]);

  await goOnRecalls(shop.services);
  expect(await booksOf(shop, product.id)).toMatchObject({ free: 1, counter: 1, held: 2, delivered: 3, withdrawn: 3 });
  for (const id of await reservedValuesOf(shop.services, held.requestCode)) expect(ids).not.toContain(id);
  const opened = { openedBy: "shop", reason: "used", state: "open", message: 1, again: null };
  expect(await claimsOf(first)).toEqual([
    { number: 1, ...opened },
    { number: 2, ...opened },
  ]);
  expect(await claimsOf(second)).toEqual([{ number: 1, ...opened }]);
  expect(await emailsAbout(first, second)).toBe(1);
  expect(await findOrder(shop.services, customer, second.requestCode)).toMatchObject({
    deliveredIds: [{ claim: { state: "open", reason: "used" } }],
  });
  const read = await readRecall(shop.services, admin, batchId);
  expect(read).toMatchObject({ scope: "in_time", withdrawn: 3, reserved: 0, codes: [], claims: 3, openClaims: 3, undoneAt: null });
  expect(read?.finishedAt).toBeInstanceOf(Date);
  expect(await goOnRecalls(shop.services), "nothing is left to do").toBe(0);
  expect(await emailsAbout(first, second)).toBe(1);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] claims are opened for none, for IDs in time, or for all; a second recall may only open more", async () => {
  const { product, batchId } = await anImport(3);
  const [late, inTime] = [await aDelivered(product.id), await aDelivered(product.id)];
  await shop.services.db.$client.query("update orders set claim_until = now() - interval '1 hour' where id = $1", [late.id]);
  expect((await recall(batchId, "none")).ok).toBe(true);
  await goOnRecalls(shop.services);
  expect([await claimsOf(late), await claimsOf(inTime)]).toEqual([[], []]);
  expect(await recall(batchId, "none")).toMatchObject({ kind: "conflict", code: "importRecalled" });
  expect((await recall(batchId, "in_time")).ok).toBe(true);
  await goOnRecalls(shop.services);
  expect([(await claimsOf(late)).length, (await claimsOf(inTime)).length]).toEqual([0, 1]);
  expect((await recall(batchId, "all")).ok).toBe(true);
  await goOnRecalls(shop.services);
  expect([(await claimsOf(late)).length, (await claimsOf(inTime)).length]).toEqual([1, 1]);
  expect(await recall(batchId, "in_time")).toMatchObject({ code: "importRecalled" });
  expect(await recall("none", "all")).toMatchObject({ kind: "missing", code: "batchNotFound" });
});

test("[S15.11] without a free ID the order is marked, its approval asks once more, and a later import serves it", async () => {
  const { product, batchId } = await anImport(2);
  const [marked, other] = [await order(product.id), await order(product.id)];
  await recall(batchId);
  await goOnRecalls(shop.services);
  const [held] = await reservedIdsOf(shop.services, marked.requestCode);
  expect(held).toMatchObject({ isRecalled: true });
  expect(await readRecall(shop.services, admin, batchId)).toMatchObject({ reserved: 2, codes: [marked.requestCode, other.requestCode] });
  const asked = { ok: false, kind: "conflict", code: "recalledIdsConfirm" };
  expect(await approveOrder(shop.services, admin, marked.requestCode, formOf([held?.value ?? ""]))).toMatchObject(asked);
  expect(await approveAsReserved(shop.services, admin, marked.requestCode)).toMatchObject(asked);
  const confirmed = { ...formOf([held?.value ?? ""]), recalledConfirmed: true };
  expect(await approveOrder(shop.services, admin, marked.requestCode, confirmed)).toMatchObject({ ok: true });

  const fresh = some(1);
  await addToStock(shop, admin, product.id, fresh);
  await goOnRecalls(shop.services);
  expect(await reservedValuesOf(shop.services, other.requestCode)).toEqual(fresh);
  expect(await claimsOf(marked), "a person handed it over").toEqual([]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] [S10.9] a payment that is matched to an order with recalled IDs delivers them only once that is confirmed", async () => {
  const { product, batchId } = await anImport(1);
  const held = await paidOnline(shop, await order(product.id));
  await recall(batchId);
  await goOnRecalls(shop.services);
  const payment = aPaymentRow({ state: "review", problem: "unknown" });
  await shop.services.db.insert(payments).values(payment);
  const match = (form = {}) => matchPayment(shop.services, admin, payment.id, { requestCode: held.requestCode, ...form });
  expect(await match()).toMatchObject({ kind: "conflict", code: "recalledIdsConfirm", field: "recalledConfirmed", words: { n: 1 } });
  expect(await deliveredValuesOf(shop.services, held.requestCode)).toEqual([]);
  expect(await match({ recalledConfirmed: true })).toMatchObject({ ok: true });
  expect(await deliveredValuesOf(shop.services, held.requestCode)).toHaveLength(1);
  await goOnRecalls(shop.services);
  expect(await claimsOf(held), "a person handed it over").toEqual([]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] an ID that would become free after the first step is withdrawn instead, so no new order gets it", async () => {
  const { product, batchId } = await anImport(2);
  const held = await order(product.id, 2);
  await recall(batchId);
  await cancelOrder(shop.services, aGuest({ accessKey: held.accessKey }), held.requestCode);
  expect(await booksOf(shop, product.id)).toMatchObject({ free: 0, counter: 0, held: 0, withdrawn: 2 });
  await expect(order(product.id)).rejects.toThrow();
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] Undo brings back what was withdrawn and not erased, and leaves the claims", async () => {
  const { product, batchId } = await anImport(5, 1);
  const given = await aDelivered(product.id);
  const held = await order(product.id);
  await recall(batchId);
  await goOnRecalls(shop.services);
  expect(await booksOf(shop, product.id)).toMatchObject({ free: 0, withdrawn: 4 });
  const isListedAsRecalled = async () =>
    (await listBatches(shop.services, admin, { productId: product.id, after: "" })).rows.flatMap((row) => (row.isRecalled ? [row.id] : []));
  expect(await isListedAsRecalled()).toEqual([batchId]);
  expect(await undoBatch(shop.services, admin, batchId), "nothing of it is for sale").toMatchObject({ ok: false });
  expect(await undoRecall(shop.services, admin, batchId)).toEqual({ ok: true, value: null });
  expect(await undoRecall(shop.services, admin, batchId)).toMatchObject({ kind: "conflict", code: "importNotRecalled" });
  expect(await isListedAsRecalled()).toEqual([]);
  await goOnRecalls(shop.services);
  expect(await booksOf(shop, product.id)).toMatchObject({ free: 4, counter: 4, held: 1, delivered: 1, withdrawn: 0 });
  expect(await claimsOf(given)).toMatchObject([{ state: "open" }]);
  expect(await readRecall(shop.services, admin, batchId)).toMatchObject({
    undoneAt: expect.any(Date),
    finishedAt: expect.any(Date),
    withdrawn: 0,
  });
  await cancelOrder(shop.services, aGuest({ accessKey: held.accessKey }), held.requestCode);
  expect(await booksOf(shop, product.id)).toMatchObject({ free: 5 });
  expect((await recall(batchId)).ok, "it can be recalled again").toBe(true);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] a recall that is killed between any two steps goes on where it stopped, and tells nobody twice", async () => {
  await goOnRecalls(shop.services);
  const { product, batchId } = await anImport(60, 5);
  const given = [];
  for (let n = 0; n < 25; n += 1) given.push(await aDelivered(product.id, 2, await aCustomer(shop)));
  for (let n = 0; n < 5; n += 1) await order(product.id);
  await recall(batchId);
  for (let runs = 0; runs < 12; runs += 1) {
    // Killed before the second transaction of each run, and once before it began.
    await goOnRecalls(withMeanwhile(shop, 2, () => Promise.reject(new Error("killed")))).catch(() => {});
    await goOnRecalls(shop.services, AbortSignal.abort());
  }
  expect(await readRecall(shop.services, admin, batchId)).toMatchObject({ finishedAt: null, reserved: 0, claims: 50 });
  await goOnRecalls(shop.services);
  for (const one of given) expect(await claimsOf(one)).toHaveLength(2);
  expect(await emailsAbout(...given)).toBe(25);
  expect(await readRecall(shop.services, admin, batchId)).toMatchObject({ withdrawn: 10, reserved: 0, claims: 50 });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] [S15.7] what a payment delivers while a recall finishes gets its claim", async () => {
  await goOnRecalls(shop.services);
  const { product, batchId } = await anImport(1);
  const paid = await paidOnline(shop, await order(product.id));
  await recall(batchId);
  const [delivered, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As one that read the limits of instant delivery before the recall.
  const pay = () =>
    inTransaction(shop.services.db, async (tx) => {
      const locked = await lockOrderById(tx, paid.id);
      if (!locked) throw new Error("no order");
      const row = aPaymentRow({ orderId: paid.id });
      await tx.insert(payments).values(row);
      await payOrder(shop.services, tx, locked, { source: "upi", paidAt: row.paidAt, from: "reserved" });
      delivered.resolve();
      await mayCommit.promise;
    });
  let paying: Promise<void> | undefined;
  const betweenClaimsAndEnd = withMeanwhile(shop, 2, () => {
    paying = pay();
    return Promise.race([delivered.promise, paying]);
  });
  const going = goOnRecalls(betweenClaimsAndEnd);
  await expect.poll(async () => (await waitingForLocks()).length).toBe(1);
  mayCommit.resolve();
  await Promise.all([going, paying]);
  await goOnRecalls(shop.services);
  expect(await claimsOf(paid)).toMatchObject([{ openedBy: "shop", state: "open" }]);
  expect(await faultsOf(shop)).toEqual([]);
});

const waitingForLocks = async () =>
  (await shop.services.db.$client.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
    .rows;

test("[S15.11] a claim that was refused before is opened once more, an open one stays, and what was decided since is final", async () => {
  const { product, batchId } = await anImport(2);
  const given = await aDelivered(product.id);
  await recall(batchId);
  await goOnRecalls(shop.services);
  const [claim] = await claimsOf(given);
  const id = `${given.requestCode}-C${claim?.number}`;
  expect((await refuseClaim(shop.services, admin, id, { reason: "It works" })).ok).toBe(true);
  await recall(batchId, "all");
  await goOnRecalls(shop.services);
  expect(await claimsOf(given), "decided since the recall began").toMatchObject([{ state: "refused" }]);
  await undoRecall(shop.services, admin, batchId);
  await goOnRecalls(shop.services);
  shop.setNow(new Date(Date.now() + HOUR_MS));
  await recall(batchId, "all");
  await goOnRecalls(shop.services);
  expect(await claimsOf(given)).toMatchObject([{ state: "open", openedBy: "shop" }]);
  expect(await deliveredValuesOf(shop.services, given.requestCode)).toHaveLength(1);
});

test("[S15.4] a recall that opens a buyer's refused claim once more leaves it the entry that it came with", async () => {
  const { product, batchId, ids } = await anImport(1);
  const given = await aDelivered(product.id);
  const buyer = aGuest({ accessKey: given.accessKey });
  await claimIds(shop, { ...given, buyer }, ids, "Error 12");
  expect((await refuseClaim(shop.services, admin, `${given.requestCode}-C1`, { reason: "It works" })).ok).toBe(true);
  await recall(batchId, "all");
  await goOnRecalls(shop.services);
  expect(await claimsOf(given)).toEqual([{ number: 1, openedBy: "buyer", reason: "used", state: "open", message: 1, again: 3 }]);
  const claim = { reason: "used", places: [1] };
  expect(await readConversation(shop.services, buyer, given.requestCode)).toMatchObject({
    value: {
      messages: [
        { side: "buyer", text: "Error 12", claim },
        { side: "shop", text: "It works", claim: null },
        { side: "shop", text: "", claim },
      ],
    },
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] a buyer of two orders is told once, also if a recall opened a claim once more in the first", async () => {
  const { product, batchId } = await anImport(2);
  const buyer = await aCustomer(shop);
  const [first, second] = [await aDelivered(product.id, 1, buyer), await aDelivered(product.id, 1, buyer)];
  await claimIds(shop, { ...first, buyer }, await deliveredValuesOf(shop.services, first.requestCode));
  expect((await refuseClaim(shop.services, admin, `${first.requestCode}-C1`, { reason: "It works" })).ok).toBe(true);
  const before = await emailsAbout(first, second);
  shop.setNow(new Date(Date.now() + HOUR_MS));
  await recall(batchId, "all");
  await goOnRecalls(shop.services);
  expect([await claimsOf(first), await claimsOf(second)]).toMatchObject([[{ state: "open" }], [{ state: "open" }]]);
  expect((await emailsAbout(first, second)) - before).toBe(1);
});

test("[S15.11] a recall asks for the stock's right, and for one to open claims where it opens some", async () => {
  const { batchId } = await anImport(1);
  const [stock, answers] = [await aHelper(shop, ["manage-stock"]), await aHelper(shop, ["answer-buyers", "decide-orders"])];
  expect(await recall(batchId, "none", answers)).toMatchObject({ code: "rightMissing" });
  expect(await undoRecall(shop.services, answers, batchId)).toMatchObject({ code: "rightMissing" });
  expect(await recall(batchId, "in_time", stock)).toMatchObject({ code: "rightMissing" });
  expect((await recall(batchId, "none", stock)).ok).toBe(true);
  expect((await recall(batchId, "all", await aHelper(shop, ["manage-stock", "answer-buyers"]))).ok).toBe(true);
});
