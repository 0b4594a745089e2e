import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeLanguage } from "#shop/accounts/profile/change-language.server.ts";
import { changeInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aCustomer, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { emails } from "../tables.server.ts";
import { composeEmail } from "./compose-email.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** The subjects of all emails, by their recipient and kind. */
async function subjects(): Promise<Record<string, string>> {
  const settings = await readSettings(shop.services);
  const rows = await shop.services.db.select().from(emails);
  const written = rows.map(async (row) => {
    const composed = await composeEmail(shop.services, row, settings, "https://shop.example");
    return [`${composed?.to[0]} ${row.kind}`, composed?.email.subject.replace(/REQ-\w+/, "REQ") ?? ""];
  });
  return Object.fromEntries(await Promise.all(written));
}

test("[S11.1] two buyers of one batch are each written to in the language in which they ordered, the owner in the shop's", async () => {
  await shop.services.db.$client.query("update shop_settings set mails_new_orders = true, owner_email = 'owner@shop.example'");
  const { id: productId } = await aProduct(shop);
  const [asha, bela, admin] = await Promise.all([
    aCustomer(shop, { email: "asha@example.com" }),
    aCustomer(shop, { email: "bela@example.com" }),
    anAdmin(shop),
  ]);
  const placed = await Promise.all([
    placeOrder(shop.services, asha, anOrderForm({ productId }), { language: "hi" }),
    placeOrder(shop.services, bela, anOrderForm({ productId }), { language: "en" }),
  ]);
  for (const order of placed) {
    if (!order.ok) throw new Error(order.code);
    const ids = await reservedValuesOf(shop.services, order.value.requestCode);
    await approveOrder(shop.services, admin, order.value.requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });
  }
  expect(await subjects()).toEqual({
    "asha@example.com order-placed": "हमें आपका ऑर्डर REQ मिल गया",
    "asha@example.com order-approved": "आपका ऑर्डर REQ अप्रूव हो गया",
    "bela@example.com order-placed": "We have your order REQ",
    "bela@example.com order-approved": "Your order REQ is approved",
    "owner@shop.example new-order": "New order REQ",
  });
});

test("[S11.2] a buyer reads the owner's texts in the language of the order, the owner in the shop's", async () => {
  const { db, settings } = shop.services;
  await db.$client.query(`update shop_settings set name = 'Night Mail', how_to_pay = 'By transfer', mails_new_orders = true,
    translations = '{"hi": {"name": "नाइट मेल", "howToPay": "बैंक से भेजें"}}'`);
  settings.forget();
  const { id: productId } = await aProduct(shop, { name: "Gold", translations: { hi: { name: "सोना" } } });
  const visitor = await aCustomer(shop, { email: "chitra@example.com" });
  const placed = await placeOrder(shop.services, visitor, anOrderForm({ productId }), { language: "hi" });
  if (!placed.ok) throw new Error(placed.code);
  const { requestCode, id } = placed.value;
  const ids = await reservedValuesOf(shop.services, requestCode);
  await approveOrder(shop.services, await anAdmin(shop), requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });

  const rows = await db.select().from(emails).where(eq(emails.orderId, id));
  const current = await readSettings(shop.services);
  const written = await Promise.all(rows.map((row) => composeEmail(shop.services, row, current, "https://shop.example")));
  const [owners, buyers] = [true, false].map((is) => written.filter((one) => one?.to.includes("chitra@example.com") !== is));
  expect(buyers).toHaveLength(2);
  for (const one of buyers ?? []) {
    expect(one?.email.senderName).toBe("नाइट मेल");
    expect(one?.email.text).toContain("सोना");
    expect(one?.email.text).not.toMatch(/Night Mail|Gold|By transfer/);
  }
  expect(buyers?.some((one) => one?.email.text.includes("> बैंक से भेजें"))).toBe(true);
  for (const one of owners ?? []) expect(one?.email.text).toMatch(/Gold[\s\S]*Night Mail/);
  await db.$client.query("update shop_settings set translations = '{}'");
  settings.forget();
});

test("[S11.1] the shop's language is that of its owner's emails, and of buyers who asked for none", async () => {
  await shop.services.db.$client.query("update shop_settings set language = 'hi'; update orders set language = null");
  shop.services.settings.forget();
  expect(new Set(Object.values(await subjects()).map((subject) => /[A-Za-z]{4,}/.test(subject)))).toEqual(new Set([false]));
  await shop.services.db.$client.query("update shop_settings set language = 'en'");
  shop.services.settings.forget();
});

test("[S11.1] an account keeps the language that was chosen for it", async () => {
  const asha = await aCustomer(shop, { email: "asha2@example.com" });
  await changeLanguage(shop.services, asha, "hi");
  const { rows } = await shop.services.db.$client.query("select language from users where id = $1", [asha.userId]);
  expect(rows).toEqual([{ language: "hi" }]);
});

test("[S10.15] an approval email that has the IDs has the instructions too, in the order's language", async () => {
  await shop.services.db.$client.query("update shop_settings set mails_ids = true");
  shop.services.settings.forget();
  const [buyer, admin, { id: productId }] = await Promise.all([aCustomer(shop), anAdmin(shop), aProduct(shop)]);
  await changeInstructions(shop.services, admin, { productId, language: "en" }, { html: "<p>Log in &amp; wait.</p>" });
  await changeInstructions(shop.services, admin, { productId, language: "hi" }, { html: "<p>लॉगिन करें।</p>" });
  const placed = await placeOrder(shop.services, buyer, anOrderForm({ productId }), { language: "en" });
  if (!placed.ok) throw new Error(placed.code);
  const ids = await reservedValuesOf(shop.services, placed.value.requestCode);
  await approveOrder(shop.services, admin, placed.value.requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });
  const rows = await shop.services.db.select().from(emails);
  const row = rows.find(({ kind, orderId }) => kind === "order-approved" && orderId === placed.value.id);
  const composed = row && (await composeEmail(shop.services, row, await readSettings(shop.services), "https://shop.example"));
  expect(composed?.email.text).toContain("Instructions:\n\nLog in & wait.");
  expect(composed?.email.html).toContain("Log in &amp; wait.");
  expect(composed?.email.text).not.toContain("लॉगिन");
});
