import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimIdsOf, claimStatesOf } from "#tests/support/shop/claims.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { readConversation } from "../messages/read-conversation.server.ts";
import { refundPayment } from "../payment/refunds/refund-payment.server.ts";
import { eraseOld } from "../retention/erase-old-orders.server.ts";
import { refuseClaim, swapClaim, withdrawClaim } from "./decide-claim.server.ts";
import { listClaims } from "./list-claims.server.ts";
import { openClaims } from "./open-claims.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);
const some = (n: number) => Array.from({ length: n }, () => `claimed-${randomUUID()}`);
const later = (hours: number) => shop.setNow(new Date(Date.now() + hours * HOUR_MS));

async function whole(order: Awaited<ReturnType<typeof aDeliveredOrder>>) {
  const view = await findOrder(shop.services, order.buyer, order.requestCode);
  if (!view?.isWhole || view.status !== "approved" || !Array.isArray(view.deliveredIds)) throw new Error("no IDs");
  return { claimUntil: view.claimUntil, processedAt: view.processedAt, ids: view.deliveredIds };
}

test("[S15.1] an approved order has the hours of its product, or else of the shop, and none at 0", async () => {
  const order = await aDeliveredOrder(shop, admin, some(1));
  const { claimUntil, processedAt } = await whole(order);
  expect(claimUntil?.getTime()).toBe(processedAt.getTime() + 72 * HOUR_MS);
  for (const [hours, expected] of [
    [5, 5 * HOUR_MS],
    [0, null],
  ] as const) {
    const [id = ""] = some(1);
    const product = await aProduct(shop, { ids: [id] });
    await sql("update products set claim_hours = $1 where id = $2", [hours, product.id]);
    const placed = await aPendingOrder(shop, { productId: product.id });
    await approveOrder(shop.services, admin, placed.requestCode, { ids: [id], faulty: [], downloadLink: null, confirmed: false });
    const { rows } = await sql("select claim_until, processed_at from orders where id = $1", [placed.id]);
    const ms = rows[0].claim_until === null ? null : rows[0].claim_until.getTime() - rows[0].processed_at.getTime();
    expect(ms).toBe(expected);
  }
});

test("[S15.2] a guest claims two of three IDs with one reason and words: numbered claims, one entry of the conversation, and the same twice is one", async () => {
  const [one = "", two = "", three = ""] = some(3);
  const order = await aDeliveredOrder(shop, admin, [one, two, three]);
  expect(await claimIds(shop, order, [three, one], "Error 12")).toEqual({ ok: true, value: { numbers: [1, 2] } });
  expect(await claimIds(shop, order, [one], "Error 12")).toEqual({ ok: true, value: { numbers: [1] } });
  const { ids } = await whole(order);
  expect(ids.map(({ claim }) => claim && [claim.number, claim.state, claim.reason])).toEqual([
    [1, "open", "used"],
    null,
    [2, "open", "used"],
  ]);
  for (const reader of [order.buyer, admin]) {
    const read = await readConversation(shop.services, reader, order.requestCode);
    expect(read).toMatchObject({
      value: { waitsFor: null, messages: [{ side: "buyer", text: "Error 12", claim: { reason: "used", places: [1, 3] } }] },
    });
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.2] new words about IDs whose claims are open are one message that waits for an answer; nothing new is none", async () => {
  const [one = "", two = ""] = some(2);
  const order = await aDeliveredOrder(shop, admin, [one, two]);
  await claimIds(shop, order, [one, two]);
  for (const text of ["", "Error 12", "Error 12"])
    expect(await claimIds(shop, order, [two], text)).toEqual({ ok: true, value: { numbers: [2] } });
  expect(await readConversation(shop.services, order.buyer, order.requestCode)).toMatchObject({
    value: { waitsFor: "shop", messages: [{ text: "" }, { text: "Error 12", claim: null }] },
  });
});

test("[S15.3] a claim that comes too late, of a replaced or erased ID, of a pending order or of a stranger is refused, and writes nothing", async () => {
  const [one = "", two = "", fresh = ""] = some(3);
  const order = await aDeliveredOrder(shop, admin, [one, two], { free: [fresh] });
  const stranger = await aCustomer(shop);
  const ask = (ids: string[], visitor = order.buyer) =>
    openClaims(shop.services, visitor, order.requestCode, { ids, reason: "used", text: "" });
  expect(await ask([one], stranger)).toMatchObject({ code: "orderNotForYou" });
  expect(await ask([one], aGuest())).toMatchObject({ code: "orderNotForYou" });
  expect(await ask([one, "never-here"])).toMatchObject({ code: "idNotDelivered", field: "ids" });
  const pending = await aPendingOrder(shop, { productId: order.product.id });
  const asked = { ids: [fresh], reason: "used" as const, text: "" };
  const itsBuyer = aGuest({ accessKey: pending.accessKey });
  expect(await openClaims(shop.services, itsBuyer, pending.requestCode, asked)).toMatchObject({ code: "orderNotApproved" });
  expect(await claimStatesOf(shop, order)).toEqual([]);

  later(73);
  expect(await ask([one])).toMatchObject({ code: "claimTooLate", field: "ids" });
  expect(await openClaims(shop.services, admin, order.requestCode, { positions: [1], reason: "used", text: "" })).toMatchObject({
    ok: true,
  });
  shop.setNow();
  expect(await cancelOrder(shop.services, itsBuyer, pending.requestCode)).toMatchObject({ ok: true });
  const [claim = ""] = await claimIdsOf(shop, order);
  expect(await swapClaim(shop.services, admin, claim, { id: null })).toEqual({ ok: true, value: null });
  expect(await ask([one])).toMatchObject({ code: "idReplacedMeanwhile" });
  later(73);
  expect(await ask([two])).toMatchObject({ code: "claimTooLate" });
  expect(await ask([fresh]), "24 hours after its swap are over").toMatchObject({ code: "claimTooLate" });
  expect(await claimStatesOf(shop, order)).toEqual(["swapped"]);

  await sql("update shop_settings set erase_ids_days = 1");
  forgetSettings(shop.services);
  later(24 * 40);
  await eraseOld(shop.services);
  await sql("update shop_settings set erase_ids_days = 0");
  expect(await ask([two])).toMatchObject({ code: "claimIdsErased" });
});

test("[S15.3] an order whose payment went back in full is neither claimed nor swapped, and offers no claim; after a part of it both go on", async () => {
  const ids = some(3);
  const product = await aProduct(shop, { ids });
  const placed = await paidOnline(shop, await aPendingOrder(shop, { productId: product.id, quantity: 2 }));
  const order = { ...placed, product, buyer: aGuest({ accessKey: placed.accessKey }) };
  const paise = product.pricePaise * 2;
  const { outcome, paymentId } = await settled(shop.services, someMoney(order.id, { paise }));
  expect(outcome).toBe("delivered");
  const claim = (position: number) =>
    openClaims(shop.services, order.buyer, order.requestCode, { positions: [position], reason: "used", text: "" });
  const refund = (amount: number | null) =>
    refundPayment(shop.services, admin, paymentId ?? "", { how: "by hand", reference: "NEFT 1", reason: null, amount, left: null });
  expect(await refund(100)).toMatchObject({ ok: true });
  expect((await whole(order)).claimUntil).toEqual(expect.any(Date));
  expect(await claim(1)).toMatchObject({ ok: true });
  const listed = await listClaims(shop.services, admin, { list: "open", after: null });
  expect(listed.rows.find(({ requestCode }) => requestCode === order.requestCode)?.moneyBackPaise).toBe(100);

  expect(await refund(null)).toMatchObject({ ok: true });
  expect((await whole(order)).claimUntil).toBeNull();
  expect(await claim(2)).toMatchObject({ code: "idShareRefunded" });
  expect(await swapClaim(shop.services, admin, `${order.requestCode}-C1`, { id: null })).toMatchObject({ code: "idShareRefunded" });
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.4] a buyer takes an open claim back and opens another; a refused one is opened once more, and then not again", async () => {
  const [one = ""] = some(1);
  const order = await aDeliveredOrder(shop, admin, [one]);
  await claimIds(shop, order, [one]);
  expect(await withdrawClaim(shop.services, aGuest(), order.requestCode, 1)).toMatchObject({ code: "orderNotForYou" });
  expect(await withdrawClaim(shop.services, order.buyer, order.requestCode, 9)).toMatchObject({ code: "claimNotFound" });
  expect(await withdrawClaim(shop.services, order.buyer, order.requestCode, 1)).toEqual({ ok: true, value: null });
  expect(await withdrawClaim(shop.services, order.buyer, order.requestCode, 1)).toMatchObject({ code: "claimDecided" });
  expect(await claimIds(shop, order, [one])).toEqual({ ok: true, value: { numbers: [2] } });

  const [, second = ""] = await claimIdsOf(shop, order);
  const refuse = () => refuseClaim(shop.services, admin, second, { reason: "It works for us." });
  expect(await refuse()).toEqual({ ok: true, value: [second] });
  expect(await refuse()).toMatchObject({ code: "claimDecided" });
  const read = await readConversation(shop.services, order.buyer, order.requestCode);
  expect(read).toMatchObject({ value: { messages: [{}, {}, { side: "shop", text: "It works for us." }] } });
  later(100);
  const other = { ids: [one], reason: "different" as const, text: "Still not" };
  for (let n = 0; n < 2; n += 1)
    expect(await openClaims(shop.services, order.buyer, order.requestCode, other)).toEqual({ ok: true, value: { numbers: [2] } });
  expect(await claimStatesOf(shop, order)).toEqual(["withdrawn", "open"]);
  const again = await readConversation(shop.services, order.buyer, order.requestCode);
  expect(again).toMatchObject({
    value: { messages: [{}, { claim: { reason: "used" } }, {}, { text: "Still not", claim: { reason: "different" } }] },
  });
  await refuse();
  expect(await claimIds(shop, order, [one])).toMatchObject({ code: "claimDecided" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.1] a helper opens claims with one of three rights, and is recorded; one who only reads does not", async () => {
  const [one = "", two = ""] = some(2);
  const order = await aDeliveredOrder(shop, admin, [one, two]);
  const open = async (rights: Parameters<typeof aHelper>[1], place: number) =>
    openClaims(shop.services, await aHelper(shop, rights), order.requestCode, { positions: [place], reason: "other", text: "" });
  expect(await open(["read-orders"], 1)).toMatchObject({ code: "rightMissing" });
  expect(await open(["answer-buyers"], 1)).toEqual({ ok: true, value: { numbers: [1] } });
  expect(await open(["handle-money", "read-orders"], 2)).toEqual({ ok: true, value: { numbers: [2] } });
  const { rows } = await sql("select action from audit_entries where subject_id = $1 and action = 'claim-opened'", [order.id]);
  expect(rows).toHaveLength(2);
});

test("[S15.2] one ID claimed by two devices at once is one claim", async () => {
  const [one = ""] = some(1);
  const order = await aDeliveredOrder(shop, admin, [one]);
  const answers = await Promise.all([claimIds(shop, order, [one]), claimIds(shop, order, [one])]);
  expect(answers.map((answer) => answer.ok && answer.value.numbers)).toEqual([[1], [1]]);
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
});
