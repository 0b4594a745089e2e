import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { changeInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { beginPayment } from "#shop/orders/payment/attempts/begin-payment.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import { paymentAttempts, payments } from "#shop/payments/tables.server.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { anEncryptedShop } from "#tests/support/secret/encrypted-shop.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";

/**
 * Fills an empty shop so that every exported table has rows: what the secret encrypts, money that
 * came by UPI and by a provider, a discount, a refund with its credit note, an order of the shop
 * before, and texts in two languages.
 */
export async function fillWholeShop(services: Services): Promise<void> {
  const shop = { services };
  const { admin, productId } = await anEncryptedShop(services);
  await services.db.$client.query(
    `update shop_settings set name = 'Asha’s shop', seller_name = 'Asha Rao', seller_address = E'1 Station Road\\nPune',
      gstin = '27AAPFU0939F1ZV', hsn_code = '998439', erase_ids_days = 30, instant_amount_max = 0, instant_ids_max = 0,
      new_buyers_ids_max = 0, rejection_reasons = '[{"en": "Out of stock.", "hi": "स्टॉक नहीं है।"}]'`,
  );
  forgetSettings(services);
  await writeTexts(services, admin, productId);
  await aProduct(shop, { name: "=2*3", ids: ["-1", "'=x", 'ID, with  "quotes"'], translations: { hi: { name: "छह" } } });
  accepted(await addIds(services, admin, { productId, ids: Array.from({ length: 6 }, (_, n) => `more-${n}`) }));
  await enterAccounts(services, productId);
  await takeMoney(services, admin, productId);
}

async function writeTexts(services: Services, admin: Admin, productId: string): Promise<void> {
  const terms = { title: "Terms", html: "<p>Pay first.</p>", isPublished: true };
  for (const language of ["en", "hi"]) {
    accepted(await changePage(services, admin, { slug: "terms", language }, terms));
    accepted(await changeInstructions(services, admin, { productId, language }, { html: "<p>Enter the ID in the app.</p>" }));
  }
}

/** An account with a password, one that lost its address to another, and an order of the shop before. */
async function enterAccounts(services: Services, productId: string): Promise<void> {
  const { userId } = await aCustomer({ services }, { email: "ravi@example.com", name: "Ravi" });
  const { $client } = services.db;
  await $client.query(
    `insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
      values ('c', $1, 'credential', $1, 'salt:hash', now(), now())`,
    [userId],
  );
  const { userId: other } = await aCustomer({ services }, { email: "old-ravi@example.com", name: "Ravi" });
  await $client.query("insert into withdrawn_accounts (user_id, email, withdrawn_at) values ($1, 'ravi@example.com', now())", [other]);
  await $client.query(
    `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, user_id, admin_note,
        created_at, processed_at, approved_by, is_from_old_shop, short_by)
      values ('old', 'REQ-1', 'approved', $1, 'Of the shop before', 1, 100, 7, 'request', $2, 'Paid in cash.', '2020-01-01Z', '2020-01-02Z', 'somebody', true, 1)`,
    [productId, userId],
  );
  await $client.query("select order_hours_import('{old}')");
}

/**
 * An order that was paid by UPI and given a part of it back, one paid with a discount, one that
 * waits for its payment with an amount of its own, and one whose page at a provider is open.
 */
async function takeMoney(services: Services, admin: Admin, productId: string): Promise<void> {
  const { db } = services;
  const method = { isOn: true, vpa: "trackside@okbank", payeeName: "Track Side", isMerchantVpa: false };
  accepted(await changeUpiMethod(services, admin, method));
  forgetSettings(services);
  const anOrder = () => aPendingOrder({ services }, { productId, paymentMethod: "upi", email: "buyer@example.com" });
  const paymentOf = async (id: string) => (await db.select().from(payments).where(eq(payments.orderId, id)))[0]?.id ?? "";

  const paid = await anOrder();
  const [order] = await db.select({ payablePaise: orders.payablePaise }).from(orders).where(eq(orders.id, paid.id));
  await settled(services, someMoney(paid.id, { paise: order?.payablePaise ?? 49_900 }));
  const refund = { how: "by hand", reference: "NEFT 17", reason: "One did not work.", amount: 10_000, left: null } as const;
  accepted(await refundPayment(services, admin, await paymentOf(paid.id), refund));
  const short = await anOrder();
  await settled(services, someMoney(short.id, { paise: 45_000 }));
  accepted(await matchPayment(services, admin, await paymentOf(short.id), { requestCode: short.requestCode, rest: "discount" }));
  await anOrder();

  const card = await anOrder();
  await db.$client.query("update orders set payment_method = 'razorpay' where id = $1", [card.id]);
  await beginPayment(services, { requestCode: card.requestCode, paymentMethod: "razorpay" }, "https://shop.example");
  const opened = { state: "open", providerId: "plink_1", payUrl: "https://rzp.io/rzp/1", openedAt: services.now() } as const;
  await db.update(paymentAttempts).set(opened);
}

function accepted(result: { ok: boolean; code?: string }): void {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
}
