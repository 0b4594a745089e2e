import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { DAY_MS } from "#shop/constants.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { behindTheRules, booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { addToStock, claimIds, claimIdsOf, claimStatesOf } from "#tests/support/shop/claims.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { deliveredValuesOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { refuseClaim, swapClaim, withdrawClaim } from "../claims/decide-claim.server.ts";
import { refundClaim } from "../claims/refund-claim.server.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { expireOrders } from "../decisions/expire/expire-orders.server.ts";
import { markPaid } from "../decisions/mark-paid/mark-paid.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { deliverFreeOrder } from "../payment/settling/deliver-free-order.server.ts";
import { eraseOld } from "../retention/erase-old-orders.server.ts";
import { goOnRecalls } from "./go-on-recalls.server.ts";
import { recallImport, undoRecall } from "./recall-import.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const formOf = (ids: string[]) => ({ ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });
const some = (n: number) => Array.from({ length: n }, () => `raced-${randomUUID()}`);

/** An import of 14 IDs: four delivered, of which two are claimed, four reserved, and six free; and six others. */
async function aRecalledImport() {
  const product = await aProduct(shop, { ids: [] });
  const batchId = await checkedImport(shop, admin, product.id, some(14));
  await addBatch(shop.services, admin, batchId, ["new"]);
  const place = () => aPendingOrder(shop, { productId: product.id, visitor: aGuest() });
  const approve = async ({ requestCode }: { requestCode: string }) =>
    approveOrder(shop.services, admin, requestCode, formOf(await reservedValuesOf(shop.services, requestCode)));
  const given = [];
  for (let n = 0; n < 4; n += 1) {
    const placed = await place();
    await approve(placed);
    const [id = ""] = await deliveredValuesOf(shop.services, placed.requestCode);
    const buyer = aGuest({ accessKey: placed.accessKey });
    if (n < 2) expect(await claimIds(shop, { ...placed, buyer }, [id])).toMatchObject({ ok: true });
    given.push({ ...placed, buyer, id, claim: (await claimIdsOf(shop, placed))[0] ?? "" });
  }
  const held = [];
  for (let n = 0; n < 4; n += 1) held.push(await place());
  await addToStock(shop, admin, product.id, some(6));
  return { product, batchId, given, held, place, approve };
}

/** How many IDs of an import whose recall is in force are for sale, or reserved by one of these orders. */
async function badOnes(batchId: string, placedAfter: string[]): Promise<number> {
  const { rows } = await shop.services.db.$client.query<{ n: number }>(
    `select count(*)::integer as n from units u
      left join free_units f on f.unit_id = u.id left join order_units h on h.unit_id = u.id left join orders o on o.id = h.order_id
    where u.batch_id = $1 and (f.unit_id is not null or o.request_code = any($2))`,
    [batchId, placedAfter],
  );
  return rows[0]?.n ?? 0;
}

const shuffled = <T>(all: T[]) =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

test("[S15.7] a recall races swaps, refusals, approvals, orders, cancellations, erasing and expiry: each ID has one fate, and the books balance", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { product, batchId, given, held, place, approve } = await aRecalledImport();
    const [claimed, alsoClaimed, plain, old] = given;
    const [approved, cancelled, both] = held;
    if (!claimed || !alsoClaimed || !plain || !old || !approved || !cancelled || !both) throw new Error("too few orders");
    const { services } = shop;
    const later: string[] = [];
    const placing = place().then(
      () => {},
      () => {},
    );
    const recalling = recallImport(services, admin, batchId, { reason: "used", delivered: "all" });
    const afterwards = recalling
      .then(() => place())
      .then(
        ({ requestCode }) => void later.push(requestCode),
        () => {},
      );
    const racing = [
      () => goOnRecalls(services),
      () => goOnRecalls(services),
      () => swapClaim(services, admin, claimed.claim, { id: null }),
      () => swapClaim(services, admin, claimed.claim, { id: null }),
      () => refuseClaim(services, admin, alsoClaimed.claim, { reason: "It works" }),
      () => withdrawClaim(services, alsoClaimed.buyer, alsoClaimed.requestCode, 1),
      () => replaceId(services, admin, plain.requestCode, { faulty: plain.id, id: null }),
      () => claimIds(shop, plain, [plain.id]),
      () => approve(approved),
      () => cancelOrder(services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode),
      () => approve(both),
      () => cancelOrder(services, aGuest({ accessKey: both.accessKey }), both.requestCode),
      () => expireOrders(services),
      () => eraseOld({ ...services, now: () => new Date(Date.now() + 400 * DAY_MS) }),
      ...(round % 2 === 1 ? [() => undoRecall(services, admin, batchId)] : []),
    ];
    const answers = await Promise.all(shuffled(racing).map((one) => one()));
    const answered = [await recalling, ...answers].filter((one) => typeof one === "object" && one !== null && "ok" in one);
    for (const answer of answered) if (!answer.ok) expect(answer.kind, answer.code).not.toBe("failed");
    await Promise.all([placing, afterwards]);
    await goOnRecalls(services);

    const { rows } = await services.db.$client.query("select undone_at from recalls where batch_id = $1 and undone_at is null", [batchId]);
    if (rows.length > 0) expect(await badOnes(batchId, later), "no new order gets one of them, and none is for sale").toBe(0);
    const books = await booksOf(shop, product.id);
    expect(books.free + books.held + books.delivered + books.withdrawn).toBe(books.units);
    expect(books.counter).toBe(books.free);
    expect(await faultsOf(shop)).toEqual([]);
  }
});

test("[S15.7] two recalls at once are one, and of an approval and a recall one comes first", async () => {
  const { product, batchId, held, approve } = await aRecalledImport();
  const recall = () => recallImport(shop.services, admin, batchId, { reason: "other", delivered: "none" });
  const answers = await Promise.all([recall(), recall(), recall(), ...held.map((one) => approve(one))]);
  expect(answers.slice(0, 3).filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers) if (!answer.ok) expect(["importRecalled", "recalledIdsConfirm"]).toContain(answer.code);
  await goOnRecalls(shop.services);
  const delivered = answers.slice(3).filter(({ ok }) => ok).length;
  expect(await booksOf(shop, product.id)).toMatchObject({ delivered: 4 + delivered, held: 4 - delivered, withdrawn: 6 + 4 - delivered });
  expect(await faultsOf(shop)).toEqual([]);
});

/** Runs these commands after each other on the stock of a product: each waits for it before the next begins. */
async function queuedAtStock<T>(productId: string, commands: (() => Promise<T>)[]): Promise<T[]> {
  const { $client } = shop.services.db;
  const waiting = async () =>
    (
      await $client.query(
        "select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows[0].n;
  const client = await $client.connect();
  const running: Promise<T>[] = [];
  try {
    await client.query("begin");
    await client.query("select from product_stock where product_id = $1 for update", [productId]);
    for (const command of commands) {
      running.push(command());
      await expect.poll(waiting).toBe(running.length);
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
  return Promise.all(running);
}

test("[S15.11] [S15.7] an approval that began before a recall and delivers after it is asked once more, and money delivers with a claim", async () => {
  const { product, batchId, held, approve } = await aRecalledImport();
  const [asked, paid] = held;
  if (!asked || !paid) throw new Error("too few orders");
  await shop.services.db.$client.query("update orders set payment_method = 'upi' where id = $1", [paid.id]);
  const recall = () => recallImport(shop.services, admin, batchId, { reason: "other", delivered: "in_time" });
  const answers = await queuedAtStock<unknown>(product.id, [
    recall,
    () => approve(asked),
    () => settled(shop.services, someMoney(paid.id, { paise: paid.totalPaise })),
  ]);
  expect(answers).toMatchObject([{ ok: true }, { code: "recalledIdsConfirm" }, { outcome: "delivered" }]);
  await goOnRecalls(shop.services);
  expect(await claimStatesOf(shop, paid)).toEqual(["open"]);
  expect(await claimStatesOf(shop, asked)).toEqual([]);
  expect(await booksOf(shop, product.id)).toMatchObject({ delivered: 5, held: 3, withdrawn: 6 + 3 });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.11] [S15.7] an order of nothing that is delivered at once while its import is recalled gets its claim", async () => {
  const product = await aProduct(shop, { price: 0, ids: [] });
  const batchId = await checkedImport(shop, admin, product.id, some(1));
  await addBatch(shop.services, admin, batchId, ["new"]);
  const placed = await aPendingOrder(shop, { productId: product.id });
  const [recalled] = await queuedAtStock<unknown>(product.id, [
    () => recallImport(shop.services, admin, batchId, { reason: "used", delivered: "in_time" }),
    // The recall ends before the order is delivered, which began before it.
    () =>
      inTransaction(shop.services.db, async (tx) => {
        await lockStock(tx, [product.id]);
        await goOnRecalls(shop.services);
      }),
    () => deliverFreeOrder(shop.services, placed),
  ]);
  expect(recalled).toMatchObject({ ok: true });
  expect(await deliveredValuesOf(shop.services, placed.requestCode)).toHaveLength(1);
  await goOnRecalls(shop.services);
  expect(await claimStatesOf(shop, placed)).toEqual(["open"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.6] [S15.7] a recall races the refund of a share and swaps of the same IDs: each has one fate, and a refunded one is not claimed again", async () => {
  const { services } = shop;
  for (let round = 0; round < 4; round += 1) {
    const { product, batchId, given } = await aRecalledImport();
    const [claimed, , plain] = given;
    if (!claimed || !plain) throw new Error("too few orders");
    for (const { requestCode } of [claimed, plain])
      expect(await markPaid(services, admin, requestCode, { state: "paid" })).toMatchObject({ ok: true });
    const byHand = { how: "by hand", reference: "NEFT 1", amount: null } as const;
    const replacing = () => replaceId(services, admin, plain.requestCode, { faulty: plain.id, id: null });
    const racing = [
      () => recallImport(services, admin, batchId, { reason: "used", delivered: "all" }),
      () => goOnRecalls(services),
      () => goOnRecalls(services),
      () => refundClaim(services, admin, claimed.claim, byHand),
      () => refundClaim(services, admin, claimed.claim, byHand),
      () => swapClaim(services, admin, claimed.claim, { id: null }),
      replacing,
      () => refundClaim(services, admin, `${plain.requestCode}-C1`, byHand),
    ];
    await Promise.all(shuffled(racing).map((one) => one()));
    await goOnRecalls(services);

    for (const order of [claimed, plain]) {
      const { claims, refunds, bad } = await fateOf(order, batchId);
      const fates = claims.filter(({ state }) => state === "swapped" || state === "refunded");
      expect(refunds, "what is refunded was refunded once").toBe(fates.filter(({ state }) => state === "refunded").length);
      expect(new Set(fates.map(({ unitId }) => unitId)).size, "no ID has two fates").toBe(fates.length);
      // What its order still has of the import is refunded, or its claim waits for a decision.
      for (const unitId of bad)
        expect(claims.filter((one) => one.unitId === unitId && (one.state === "open" || one.state === "refunded"))).toHaveLength(1);
    }
    expect((await fateOf(claimed, batchId)).claims[0]?.state).toMatch(/swapped|refunded/);
    expect(await booksOf(shop, product.id)).toMatchObject({ delivered: 4, held: 4 });
    expect(await faultsOf(shop)).toEqual([]);
  }
});

/** The claims and the number of refunds of an order, and which IDs of the import it still has. */
async function fateOf({ requestCode }: { requestCode: string }, batchId: string) {
  const rows = async (text: string, ...more: string[]) => (await shop.services.db.$client.query(text, [requestCode, ...more])).rows;
  const claims: { state: string; unitId: string }[] = await rows(
    'select state, unit_id as "unitId" from claims c join orders o on o.id = c.order_id where request_code = $1 order by number',
  );
  const refunds = await rows(
    "select from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where request_code = $1",
  );
  const bad: { unitId: string }[] = await rows(
    `select u.id as "unitId" from order_units h join units u on u.id = h.unit_id join orders o on o.id = h.order_id
      where request_code = $1 and u.batch_id = $2`,
    batchId,
  );
  return { claims, refunds: refunds.length, bad: bad.map(({ unitId }) => unitId) };
}

test("[S15.13] verify names an ID that is free while its import is recalled, and one that stayed out after the recall was undone", async () => {
  const product = await aProduct(shop, { ids: [] });
  const batchId = await checkedImport(shop, admin, product.id, some(2));
  await addBatch(shop.services, admin, batchId, ["new"]);
  await recallImport(shop.services, admin, batchId, { reason: "used", delivered: "none" });
  await goOnRecalls(shop.services);
  expect(await faultsOf(shop)).toEqual([]);
  const { rows } = await shop.services.db.$client.query<{ id: string }>("select id from units where batch_id = $1", [batchId]);
  const named = (wrong: string) => rows.map(({ id }) => `ID ${id}: ${wrong}`).sort();
  const plant = (text: string) => behindTheRules(shop, `update recalls set ${text} where batch_id = $1`, [batchId]);
  await plant("undone_at = now()");
  expect(await faultsOf(shop)).toEqual(named("recalled, and no recall of its import is in force"));
  await plant("finished_at = null");
  expect(await faultsOf(shop), "it is being undone").toEqual([]);
  await goOnRecalls(shop.services);
  expect(await faultsOf(shop)).toEqual([]);
  await plant("undone_at = null");
  expect(await faultsOf(shop)).toEqual(named("available, and its import is recalled"));
  await plant("undone_at = now()");
  expect(await faultsOf(shop)).toEqual([]);
});
