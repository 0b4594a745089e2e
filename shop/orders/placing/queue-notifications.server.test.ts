import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { WorkingMail } from "#platform/mail/mail.ts";
import { PLACED_EMAILS_OF_MAILBOX_MAX } from "#shop/emails/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { placeOrder } from "./place-order.server.ts";

const mail: WorkingMail = { isOn: true, origin: "https://shop.example", connections: 5, send: async () => ({ ok: true }) };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  await shop.services.db.$client.query("delete from emails; delete from graphile_worker._private_jobs");
  await set("mails_new_orders = true, takes_request = true");
});
afterAll(() => shop.close());

async function set(columns: string) {
  await shop.services.db.$client.query(`update shop_settings set ${columns}`);
  forgetSettings(shop.services);
}

/** The queued emails: kind, recipient and state. */
async function outbox() {
  const { rows } = await shop.services.db.$client.query("select * from emails order by kind");
  return rows.map(({ id, kind, recipient, state, user_id }) => ({
    kind,
    to: recipient && shop.services.vault.decrypt(placeOf("emails.recipient", id), recipient),
    state,
    userId: user_id,
  }));
}

/** How many jobs wait that send emails. One wakes the senders for all emails of a statement. */
async function jobs(): Promise<number> {
  const { rows } = await shop.services.db.$client.query("select from graphile_worker.jobs where task_identifier = 'send-emails'");
  return rows.length;
}

test("placing an order queues an email to the address that a guest gave, and one to the owner", async () => {
  const { id: productId } = await aProduct(shop);
  const placed = await placeOrder({ ...shop.services, mail }, aGuest(), anOrderForm({ productId, email: "asha@example.com" }));

  expect(placed.ok).toBe(true);
  expect(await outbox()).toEqual([
    { kind: "new-order", to: null, state: "waiting", userId: null },
    { kind: "order-placed", to: "asha@example.com", state: "waiting", userId: null },
  ]);
  expect(await jobs(), "one for both").toBe(1);
});

test("whoever orders over and over is not written to each time, so that nobody turns the shop's mail against an address", async () => {
  const product = await aProduct(shop, { ids: Array.from({ length: PLACED_EMAILS_OF_MAILBOX_MAX + 2 }, (_, n) => `many-${n}`) });
  const form = anOrderForm({ productId: product.id, email: "victim@example.com" });
  for (const _ of product.ids) expect((await placeOrder({ ...shop.services, mail }, aGuest(), form)).ok).toBe(true);
  const emails = await outbox();

  expect(emails.filter(({ kind }) => kind === "new-order")).toHaveLength(product.ids.length);
  expect(emails.filter(({ to }) => to === "victim@example.com")).toHaveLength(PLACED_EMAILS_OF_MAILBOX_MAX);
});

test("an order that is written again, because another process took its code, counts once against its address", async () => {
  shop.setNow(new Date("2026-11-21T10:00:00Z"));
  const { id: productId } = await aProduct(shop);
  const services = { ...shop.services, mail };
  const first = await placeOrder(services, aGuest(), anOrderForm({ productId }));
  if (!first.ok) throw new Error(first.code);
  const next = `REQ-${(Number.parseInt(first.value.requestCode.slice(4), 36) + 1).toString(36).toUpperCase()}`;
  await shop.services.db.$client.query("update orders set request_code = $1 where id = $2", [next, first.value.id]);
  expect((await placeOrder(services, aGuest(), anOrderForm({ productId, email: "once@example.com" }))).ok).toBe(true);

  expect(services.emailsOfOrders.of("once@example.com")).toBe(1);
  shop.setNow();
});

test("a customer is written to at the account's address, whatever else was sent", async () => {
  const customer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop);
  await placeOrder({ ...shop.services, mail }, customer, anOrderForm({ productId, email: "other@example.com" }));

  expect(await outbox()).toContainEqual({
    kind: "order-placed",
    to: customer.email,
    state: "waiting",
    userId: customer.userId,
  });
  expect((await outbox()).map(({ to }) => to)).not.toContain("other@example.com");
});

test("a guest without an address gets no email, and the owner none where it is switched off", async () => {
  await set("mails_new_orders = false");
  const { id: productId } = await aProduct(shop);
  const placed = await placeOrder({ ...shop.services, mail }, aGuest(), anOrderForm({ productId }));
  expect(placed.ok).toBe(true);
  expect([await outbox(), await jobs()]).toEqual([[], 0]);
});

test("a repeated idempotency key and a refused order queue nothing", async () => {
  const services = { ...shop.services, mail };
  const { id: productId } = await aProduct(shop, { ids: ["once"] });
  const form = anOrderForm({ productId, email: "asha@example.com" });
  const twice = [1, 2].map(() => placeOrder(services, aGuest(), form, { idempotencyKey: "the same key, twice" }));
  const [first, second] = await Promise.all(twice);
  expect(first?.ok && second?.ok).toBe(true);
  expect(await placeOrder(services, aGuest(), form)).toMatchObject({ ok: false, code: "invalidQuantity" });
  expect(await outbox()).toHaveLength(2);
  expect(await jobs()).toBe(1);
});

test("without mail the emails are only stored, in the same transaction", async () => {
  const { id: productId } = await aProduct(shop);
  await placeOrder(shop.services, aGuest(), anOrderForm({ productId, email: "asha@example.com" }));
  expect(await outbox()).toMatchObject([
    { kind: "new-order", state: "kept" },
    { kind: "order-placed", state: "kept" },
  ]);
  expect(await jobs()).toBe(0);
});

test("an order that cannot be written leaves no email", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["one"] });
  await behindTheRules(shop, "update product_stock set available = 5 where product_id = $1", [productId]);
  await expect(placeOrder({ ...shop.services, mail }, aGuest(), anOrderForm({ productId, quantity: 2 }))).rejects.toThrow();
  expect([await outbox(), await jobs()]).toEqual([[], 0]);
});

test("[S1.4] a payment method that the owner switched off is refused, also while its form is open; what was placed before is given again", async () => {
  const { id: productId } = await aProduct(shop);
  const form = anOrderForm({ productId });
  const first = await placeOrder(shop.services, aGuest(), form, { idempotencyKey: "placed before it was off" });
  await set("takes_request = false");

  expect(await placeOrder(shop.services, aGuest(), form)).toMatchObject({ ok: false, kind: "conflict", code: "paymentMethodOff" });
  const again = await placeOrder(shop.services, aGuest(), form, { idempotencyKey: "placed before it was off" });
  expect(again).toMatchObject({ ok: true, value: { requestCode: first.ok && first.value.requestCode } });
  expect(await outbox()).toHaveLength(1);
});

test("a hidden product is ordered as little as one that is not there", async () => {
  const { id: productId } = await aProduct(shop);
  await shop.services.db.$client.query("update products set hidden_at = now() where id = $1", [productId]);
  expect(await placeOrder(shop.services, aGuest(), anOrderForm({ productId }))).toMatchObject({
    ok: false,
    kind: "missing",
    code: "productNotFound",
  });
  expect(await outbox()).toEqual([]);
});
