import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { ONE_TIME_KEY_LENGTH } from "#shop/accounts/constants.ts";
import { storeHashConfig } from "#shop/accounts/passwords/old-passwords.server.ts";
import { drawBase32 } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { passwordResets, secondFactors, sessions } from "#shop/accounts/tables.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { queueEmail } from "#shop/emails/queue-email.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { type PlacedOrder, placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { paymentEvents, paymentMethodSettings, payments, statementLines, statements, unreadAlerts } from "#shop/payments/tables.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { waitlist } from "#shop/waitlist/tables.server.ts";
import { addressFingerprint, unsubscribeKeyOf } from "#shop/waitlist/waitlist-tokens.server.ts";
import { addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { oldHashConfig } from "../old-shop/old-accounts.ts";
import { aPushForm } from "../push/browser.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "../shop/builders.ts";
import { reservedValuesOf } from "../shop/order-ids.ts";

/** The data put into a shop, before encryption. */
export type EncryptedShop = {
  admin: Admin;
  productId: string;
  pending: PlacedOrder;
  approved: PlacedOrder;
  paid: PlacedOrder;
  deliveredId: string;
  factorKey: string;
  resetEmailId: string;
  resetToken: string;
  /** The entry of the waitlist, and the key of its link to unsubscribe. */
  waiting: { entryId: string; key: string };
  /** The public half of the key for push services. */
  pushPublicKey: string;
};

/**
 * The pending order's client network, gift card code and idempotency key, and an ID that was
 * erased.
 */
export const encryptedValues = {
  network: "198.51.100.7",
  idempotencyKey: "a key that is sent twice",
  giftCardCode: "ABCD12345678",
  guest: "guest@example.com",
  writer: "asha@example.com",
  message: "Where is my ID?",
  waiting: "waiting@example.com",
  erasedId: "unit-erased",
  webhookSecret: "a secret of webhooks",
  payer: "asha@okbank",
} as const;

/**
 * A shop that contains everything that the secret encrypts, finds or derives, created through the
 * shop itself.
 */
export async function anEncryptedShop(services: Services): Promise<EncryptedShop> {
  const shop = { services };
  const { db, vault } = services;
  await db.$client.query("update shop_settings set pending_orders_max = 0, held_ids_max = 0, address_orders_max = 0, address_ids_max = 0");
  const admin = await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { ids: [encryptedValues.erasedId, ...Array.from({ length: 11 }, (_, n) => `unit-${n}`)] });
  const { id: soldOutId } = await aProduct(shop, { ids: [] });
  await erase(services, productId, encryptedValues.erasedId);
  await checkIds(services, admin, { productId, supplier: "", note: "", cost: null, ids: "unit-checked" });

  const form = anOrderForm({ productId, quantity: 2, email: encryptedValues.guest });
  const pending = await placeOrder(services, aGuest(), form, {
    idempotencyKey: encryptedValues.idempotencyKey,
    network: encryptedValues.network,
  });
  if (!pending.ok) throw new Error(pending.code);
  const paid = await aPendingOrder(shop, {
    productId,
    paymentMethod: "amazon",
    giftCardCode: encryptedValues.giftCardCode,
    proof: { filename: "proof.png", bytes: onePixel },
  });
  const approved = await aPendingOrder(shop, { productId, email: encryptedValues.guest });
  const ids = await reservedValuesOf(services, approved.requestCode);
  await approveOrder(services, admin, approved.requestCode, { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true });
  await replaceId(services, admin, approved.requestCode, { faulty: ids[0] ?? "", id: "unit-instead", idsConfirmed: true });

  await sendMessage(
    services,
    { userId: null, address: encryptedValues.network },
    { name: "Asha", email: encryptedValues.writer, message: "Hello" },
  );
  const writing = await writeAsShop(services, admin, pending.value.requestCode, { text: encryptedValues.message });
  if (!writing.ok) throw new Error(writing.code);
  const { userId, email } = await aCustomer(shop);
  const resetEmailId = await queueEmail(services, db, { kind: "password-reset", to: { email }, userId });
  const resetToken = resetTokenOf(services, resetEmailId);
  const inAnHour = new Date(services.now().getTime() + 3_600_000);
  await db.insert(passwordResets).values({ userId, tokenHash: sha256(resetToken), expiresAt: inAnHour });
  const factorKey = drawBase32(ONE_TIME_KEY_LENGTH);
  const at = services.now();
  await addWebhook(services, admin, { url: "https://hook.example/", events: ["stock.low"] });
  await db.insert(secondFactors).values({
    userId: admin.userId,
    key: vault.encrypt(placeOf("second_factors.key", admin.userId), factorKey),
    createdAt: at,
    confirmedAt: at,
  });
  await inTransaction(db, (tx) => storeHashConfig(services, tx, oldHashConfig, at));
  await enterPayments(services, admin.userId, at);
  const entryId = "waiting";
  await db.insert(waitlist).values({
    id: entryId,
    productId: soldOutId,
    email: vault.encrypt(placeOf("waitlist.email", entryId), encryptedValues.waiting),
    language: "hi",
    userId,
    emailFingerprint: addressFingerprint(services, encryptedValues.waiting),
    createdAt: at,
    confirmedAt: at,
    storedUntil: inAnHour,
  });
  const waiting = { entryId, key: unsubscribeKeyOf(services, entryId) };
  const session = { id: "s", token: randomBytes(16).toString("hex"), userId: admin.userId };
  await db.insert(sessions).values({ ...session, expiresAt: inAnHour, createdAt: at, updatedAt: at });
  const { publicKey } = await pushKey(services);
  await addPushDevice(services, admin, aPushForm(), { sessionId: "s", userAgent: null });
  return {
    admin,
    productId,
    pending: pending.value,
    approved,
    paid,
    deliveredId: "unit-instead",
    factorKey,
    resetEmailId,
    resetToken,
    waiting,
    pushPublicKey: publicKey,
  };
}

/** Enters a payment that nobody knows, the news of it, its bank line, and a provider's secrets. */
async function enterPayments({ db, vault }: Services, adminId: string, at: Date): Promise<void> {
  const secretAs = (column: "secrets" | "earlier_keys" | "old_webhook_secret") =>
    vault.encrypt(placeOf(`payment_methods.${column}`, "razorpay"), encryptedValues.webhookSecret);
  await db
    .update(paymentMethodSettings)
    .set({
      secrets: secretAs("secrets"),
      earlierKeys: secretAs("earlier_keys"),
      oldWebhookSecret: secretAs("old_webhook_secret"),
      oldWebhookSecretUntil: new Date(at.getTime() + 3_600_000),
    })
    .where(eq(paymentMethodSettings.name, "razorpay"));
  const payment = {
    id: "payment",
    source: "upi",
    reference: "412345678901",
    paise: 49_900,
    currency: "INR",
    paidAt: at,
    receivedAt: at,
  } as const;
  await db.insert(payments).values({
    ...payment,
    payer: vault.encrypt(placeOf("payments.payer", payment.id), encryptedValues.payer),
    state: "review",
    problem: "unknown",
  });
  const body = vault.encrypt(placeOf("payment_events.body", "razorpay", "event"), encryptedValues.payer);
  await db.insert(paymentEvents).values({ provider: "razorpay", eventId: "event", kind: "payment_link.paid", receivedAt: at, body });
  const statement = { id: "statement", bank: "HDFC", fileName: "november.csv", state: "confirmed", lines: 1, adminId } as const;
  await db.insert(statements).values({ ...statement, uploadedAt: at, confirmedAt: at });
  const fingerprint = sha256("a line");
  const narration = vault.encrypt(placeOf("statement_lines.narration", fingerprint), encryptedValues.payer);
  const line = { statementId: "statement", fingerprint, day: "2026-11-25", paise: 49_900, reference: "412345678901" };
  const text = vault.encrypt(placeOf("unread_alerts.text", "alert"), encryptedValues.payer);
  await db.insert(unreadAlerts).values({ id: "alert", receivedAt: at, text });
  await db.insert(statementLines).values({ ...line, narration, verdict: "other", paymentId: "payment" });
}

/** Erases a free ID, as if it had to be forgotten. */
async function erase({ db, vault }: Services, productId: string, id: string): Promise<void> {
  const print = vault.fingerprint(id);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`delete from free_units where unit_id = (select id from units where fingerprint = ${print})`);
    await tx.execute(sql`delete from units where fingerprint = ${print}`);
    await tx.execute(sql`update product_stock set available = available - 1 where product_id = ${productId}`);
  });
}

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
