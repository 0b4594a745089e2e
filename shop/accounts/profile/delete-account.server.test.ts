import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { queueEmail } from "#shop/emails/queue-email.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { ownData } from "#shop/export/own-data.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import type { OrderMessage } from "#shop/orders/messages/conversation.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { writeAsBuyer, writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { joinWaitlist } from "#shop/waitlist/join-waitlist.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { booksOf, countOrders, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, anOrderForm, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimStatesOf } from "#tests/support/shop/claims.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";
import { setPassword } from "../passwords/set-password.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { users } from "../tables.server.ts";
import type { Admin, Customer } from "../visitor.ts";
import { deleteAccount } from "./delete-account.server.ts";

const PASSWORD = "correct horse";

let shop: TestShop;
let auth: Auth;
let hash: string;
let owner: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
  hash = await auth.hash(PASSWORD);
  owner = await anAdmin(shop);
});
afterAll(() => shop.close());

async function withPassword<V extends Customer | Admin>(visitor: V): Promise<V> {
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: visitor.userId, passwordHash: hash, at: shop.services.now() }));
  return visitor;
}
const remove = (visitor: Parameters<typeof deleteAccount>[2], currentPassword = PASSWORD) =>
  deleteAccount(shop.services, auth, visitor, { currentPassword }, new Headers());
const isThere = async (userId: string) => (await shop.services.db.$count(users, eq(users.id, userId))) === 1;

async function approved(requestCode: string) {
  const ids = await reservedValuesOf(shop.services, requestCode);
  return approveOrder(shop.services, owner, requestCode, { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });
}

test("[S4.3] a deleted account leaves its orders without the person: pending ones are cancelled, and their IDs are for sale again", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const product = await aProduct(shop);
  const approvedOrder = await aPendingOrder(shop, { visitor: buyer, productId: product.id, email: "asha@example.com" });
  await approved(approvedOrder.requestCode);
  const waiting = await aPendingOrder(shop, { visitor: buyer, productId: product.id, quantity: 2 });
  const neighbour = await aPendingOrder(shop, { visitor: await aCustomer(shop) });
  const { id: orderId } = (await findAdminOrder(shop.services, anOwner, approvedOrder.requestCode)) ?? { id: "" };
  await inTransaction(shop.services.db, async (tx) => {
    await queueEmail(shop.services, tx, { kind: "order-approved", to: { email: buyer.email }, orderId });
    await queueEmail(shop.services, tx, { kind: "password-reset", to: { email: buyer.email }, userId: buyer.userId });
  });

  const written = { name: "Asha", email: "asha@example.com", message: "It is me" };
  await sendMessage(shop.services, { userId: buyer.userId, address: "198.51.100.7" }, written);
  await sendMessage(shop.services, { userId: null, address: "198.51.100.8" }, { ...written, message: "Somebody else" });

  expect(await remove(buyer)).toEqual({ ok: true, value: null });

  expect(await isThere(buyer.userId)).toBe(false);
  const messages = await shop.services.db.select({ message: contactMessages.message }).from(contactMessages);
  expect(messages).toEqual([{ message: "Somebody else" }]);
  expect(await findAdminOrder(shop.services, anOwner, approvedOrder.requestCode)).toMatchObject({
    status: "approved",
    userId: null,
    email: null,
  });
  expect(await findAdminOrder(shop.services, anOwner, waiting.requestCode)).toMatchObject({
    status: "cancelled",
    userId: null,
    cancelledAt: expect.any(Date),
  });
  expect(await findAdminOrder(shop.services, anOwner, neighbour.requestCode)).toMatchObject({ status: "pending" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, held: 0, delivered: 1 });
  const left = await shop.services.db.select().from(emails).where(eq(emails.orderId, orderId));
  expect(left.map(({ kind }) => kind)).toEqual(["new-order"]);
  expect(await shop.services.db.$count(emails, eq(emails.userId, buyer.userId))).toBe(0);
});

test("[S15.13] an open claim of a deleted account's order is taken back", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const order = await aDeliveredOrder(shop, owner, ["claimed-and-left"], { visitor: buyer });
  expect(await claimIds(shop, order, ["claimed-and-left"])).toMatchObject({ ok: true });
  expect(await remove(buyer)).toEqual({ ok: true, value: null });
  expect(await claimStatesOf(shop, order)).toEqual(["withdrawn"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S14.16] a deleted account's messages about its orders are erased, the shop's stay, and the orders wait for no answer; my-data has both sides", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  await writeAsShop(shop.services, owner, requestCode, { text: "From the shop" });
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "From the buyer" });
  const file = await ownData(shop.services, buyer);
  let own = "";
  if (file.ok) for await (const piece of file.value.pieces) own += piece;
  const [order] = JSON.parse(own).orders;
  expect(order.messages.map(({ number, side, text }: OrderMessage) => [number, side, text])).toEqual([
    [1, "shop", "From the shop"],
    [2, "buyer", "From the buyer"],
  ]);
  expect(JSON.stringify(order.messages)).not.toContain(owner.userId);

  expect(await remove(buyer)).toMatchObject({ ok: true });
  const left = await readConversation(shop.services, owner, requestCode, { all: true });
  expect(left).toMatchObject({ value: { waitsFor: null, messages: [{ text: "From the shop" }, { text: null }] } });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S6.8] [S10.8] the payment page of a deleted account is closed, and money that still comes goes back: nobody could see the IDs", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const [paid, open] = [
    await paidOnline(shop, await aPendingOrder(shop, { visitor: buyer })),
    await aPendingOrder(shop, { visitor: buyer }),
  ];
  const { paymentId } = await settled(shop.services, someMoney(paid.id, { paise: 100 }));
  const query = (text: string) => shop.services.db.$client.query(text);
  await query(`update orders set payment_method = 'razorpay' where id = '${open.id}'`);
  await query(`insert into payment_attempts (id, order_id, provider, number, reference, provider_id, pay_url, paise, state, created_at, opened_at, expires_at)
    values ('open-page', '${open.id}', 'razorpay', 1, 'REQ-1', 'plink_1', 'https://rzp.io/i/1', 49900, 'open', now(), now(), now() + interval '16 minutes')`);
  expect(await remove(buyer)).toMatchObject({ ok: true });
  const states = await query(`select state, payer from payments where id = '${paymentId}'`);
  expect(states.rows, "what was under review").toEqual([{ state: "refund due", payer: null }]);
  expect((await query("select 1 from graphile_worker.jobs where key = 'payment:open-page'")).rows).toHaveLength(1);
  const late = someMoney(open.id, { source: "razorpay", reference: "pay_late", attemptId: "open-page" });
  expect(await settled(shop.services, late)).toMatchObject({ outcome: "refund due" });
  expect(await findAdminOrder(shop.services, anOwner, open.requestCode)).toMatchObject({ status: "cancelled" });
});

test("[S8.3] a wrong password, and a guest, delete nothing", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  expect(await remove(buyer, "wrong password")).toMatchObject({ code: "wrongCurrentPassword", field: "currentPassword" });
  expect(await remove(aGuest())).toMatchObject({ code: "signInFirst" });
  expect(await isThere(buyer.userId)).toBe(true);
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ status: "pending", userId: buyer.userId });
});

test("[S6.8] the last enabled admin cannot be deleted, and their orders stay; of the last two at once one is", async () => {
  await withPassword(owner);
  await anAdmin(shop, { disabled: true });
  const { requestCode } = await aPendingOrder(shop, { visitor: owner });
  expect(await remove(owner)).toMatchObject({ ok: false, code: "lastAdmin" });
  expect(await isThere(owner.userId)).toBe(true);
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ status: "pending" });

  const second = await withPassword(await anAdmin(shop));
  const both = await Promise.all([remove(owner), remove(second)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "lastAdmin" });
  owner = (await isThere(owner.userId)) ? owner : second;
});

test("[S13.11] a helper deletes the own account; an owner's takes the open invitations along, and the shop keeps its people", async () => {
  const helper = await withPassword(await aHelper(shop, ["read-orders", "see-ids"]));
  const other = await withPassword(await anAdmin(shop));
  const invite = (by: Admin) =>
    shop.services.db.$client.query(
      `insert into invitations (id, token_hash, name, rights, made_by, made_at, expires_at)
        values ($1, sha256(convert_to($1, 'UTF8')), 'Ravi', '{see-ids}', $1, now(), now() + interval '1 hour')`,
      [by.userId],
    );
  await invite(owner);
  await invite(other);
  expect(await remove(helper)).toMatchObject({ ok: true });
  expect(await remove(other)).toMatchObject({ ok: true });
  expect([await isThere(helper.userId), await isThere(other.userId)]).toEqual([false, false]);
  const { rows } = await shop.services.db.$client.query("delete from invitations returning made_by as by");
  expect(rows).toEqual([{ by: owner.userId }]);
});

test("[S4.1] deleting twice at once, while an admin approves and the buyer cancels, loses and doubles no ID", async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await withPassword(await aCustomer(shop));
    const products = [await aProduct(shop), await aProduct(shop)];
    const placed = await Promise.all([0, 1, 1, 0].map((n) => aPendingOrder(shop, { visitor: buyer, productId: products[n]?.id ?? "" })));
    const codes = placed.map(({ requestCode }) => requestCode);
    const [answers] = await Promise.all([
      Promise.all([remove(buyer), remove(buyer)]),
      approved(codes[0] ?? ""),
      approved(codes[2] ?? ""),
      cancelOrder(shop.services, buyer, codes[1] ?? ""),
    ]);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await isThere(buyer.userId)).toBe(false);
    for (const code of codes) expect((await findAdminOrder(shop.services, anOwner, code))?.status).not.toBe("pending");
    for (const { id } of products) {
      const books = await booksOf(shop, id);
      expect(books).toMatchObject({ held: 0, counter: books.free });
      expect(books.free + books.delivered).toBe(3);
    }
  }
});

test("[S4.1] whoever places an order from an account that is gone is asked to log in again, and nothing is reserved", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const product = await aProduct(shop);
  await remove(buyer);

  expect(await placeOrder(shop.services, buyer, anOrderForm({ productId: product.id }))).toMatchObject({ ok: false, code: "logInAgain" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 3, free: 3, held: 0 });
  expect(await countOrders(shop, product.id)).toBe(0);
});

test("[S4.1] an order that is placed while its account is being deleted is cancelled too, or never placed", async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await withPassword(await aCustomer(shop));
    const product = await aProduct(shop);
    await aPendingOrder(shop, { visitor: buyer, productId: product.id });
    const form = anOrderForm({ productId: product.id });
    const [answer, ...placed] = await Promise.all([remove(buyer), ...[1, 2].map(() => placeOrder(shop.services, buyer, form))]);

    expect(answer).toEqual({ ok: true, value: null });
    for (const order of placed) expect(order.ok || order.code).toBeOneOf([true, "logInAgain"]);
    const rows = await shop.services.db.select().from(orders).where(eq(orders.productId, product.id));
    for (const row of rows) expect(row).toMatchObject({ status: "cancelled", userId: null });
    expect(await booksOf(shop, product.id)).toMatchObject({ counter: 3, free: 3, held: 0 });
  }
});

test("[S12.9] deleting an account removes it from the waitlist: what it left, and what was left for its address, not others", async () => {
  const buyer = await withPassword(await aCustomer(shop));
  const { id: productId } = await aProduct(shop, { ids: [] });
  const services = { ...shop.services, mail: workingMail };
  const ask = (email: string, visitor: Parameters<typeof joinWaitlist>[1]) =>
    joinWaitlist(services, visitor, { email }, { productId, network: "198.51.100.9", language: "en" });
  await ask("a-friend@example.com", buyer);
  await ask(buyer.email, aGuest());
  await ask("somebody-else@example.com", aGuest());
  expect(await remove(buyer)).toEqual({ ok: true, value: null });
  const left = await decryptedValues(shop.services, "waitlist.email", "where product_id = $1", [productId]);
  expect(left).toEqual(["somebody-else@example.com"]);
});
