import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { disableAccount } from "#shop/accounts/customers/change-account.server.ts";
import type { Customer, Visitor } from "#shop/accounts/visitor.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { joinWaitlist } from "#shop/waitlist/join-waitlist.server.ts";
import { aPushForm } from "#tests/support/push/browser.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";
import { ownData } from "./own-data.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

async function dataOf(visitor: Visitor) {
  const own = await ownData(shop.services, visitor);
  if (!own.ok) throw new Error(own.code);
  let text = "";
  for await (const piece of own.value.pieces) text += piece;
  return { text, data: JSON.parse(text) };
}

async function place(customer: Customer, form: Parameters<typeof anOrderForm>[0], proof?: { filename: string; bytes: Buffer }) {
  const placed = await placeOrder(shop.services, customer, anOrderForm(form), { ...(proof && { proof }) });
  if (!placed.ok) throw new Error(placed.code);
  return placed.value;
}

test("[S6.2] [S6.5] [S15.13] a customer gets all that the shop holds about them, and nothing of anybody else or of what only admins may see", async () => {
  const [asha, ravi] = [await aCustomer(shop, { name: "Asha" }), await aCustomer(shop, { name: "Ravi" })];
  const { id: productId } = await aProduct(shop, { ids: ["ashas-id", "ravis-id", "held-id"] });
  const given = await place(asha, { productId });
  const admin = await anAdmin(shop);
  const approval = { ids: ["ashas-id"], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  await approveOrder(shop.services, admin, given.requestCode, approval);
  await replaceId(shop.services, admin, given.requestCode, { faulty: "ashas-id", id: "ashas-new-id", idsConfirmed: true });
  await place(ravi, { productId });
  await place(asha, { productId, paymentMethod: "amazon", giftCardCode: "GIFT12345678" }, { filename: "card.png", bytes: onePixel });
  await sendMessage(
    shop.services,
    { userId: asha.userId, address: "198.51.100.7" },
    { name: "Asha", email: asha.email, message: "Where is it?" },
  );
  await sendMessage(
    shop.services,
    { userId: ravi.userId, address: "198.51.100.8" },
    { name: "Ravi", email: ravi.email, message: "Ravi's words" },
  );

  const soldOut = await aProduct(shop, { name: "Sold out", ids: [] });
  for (const customer of [asha, ravi]) {
    const asked = { productId: soldOut.id, network: "198.51.100.7", language: "en" };
    await joinWaitlist({ ...shop.services, mail: workingMail }, customer, { email: customer.email }, asked);
  }

  await disableAccount(shop.services, admin, asha.userId);

  const { text, data } = await dataOf(asha);
  expect(data.doneByAdmins).toMatchObject([{ what: "disabled your account" }]);
  expect(data.account).toMatchObject({ email: asha.email, name: "Asha", role: "customer" });
  expect(data.orders).toMatchObject([
    {
      requestCode: given.requestCode,
      status: "approved",
      deliveredIds: ["ashas-new-id"],
      replacedIds: [{ id: "ashas-id" }],
      claims: [{ number: 1, place: 1, openedBy: "person", reason: "other", state: "swapped", reopenedAt: null }],
      erased: { idsAt: null },
    },
    {
      status: "pending",
      giftCardLast4: "5678",
      hasGiftCardCode: true,
      proofName: expect.stringMatching(/_card\.jpg$/),
      deliveredIds: [],
      replacedIds: [],
    },
  ]);
  expect(data.messages).toMatchObject([{ message: "Where is it?", email: asha.email }]);
  expect(data.letters).toContainEqual(
    expect.objectContaining({ subject: `Your order ${given.requestCode} is approved`, to: asha.email, state: "kept" }),
  );
  expect(data.waitlist).toMatchObject([{ product: "Sold out", email: asha.email, confirmedAt: null }]);
  expect(data.letters.map(({ to }: { to: string }) => to)).toEqual([asha.email, asha.email, asha.email, asha.email]);
  for (const others of [ravi.email, "Ravi", "ravis-id", "held-id", "GIFT12345678", admin.email]) expect(text).not.toContain(others);
});

test("[S6.5] a customer who took over a guest's order gets the order, and neither the guest's address nor the addresses of its emails", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["adopted-1", "adopted-2"] });
  const customer = await aCustomer(shop, { email: "taker@example.com" });
  const adopted = await aPendingOrder(shop, { productId, email: "Giver@example.com" });
  const own = await aPendingOrder(shop, { productId, email: "Taker@example.com" });
  for (const { requestCode, newBrowserKey } of [adopted, own]) {
    const keys = { browser: sha256(newBrowserKey ?? "").toString("hex"), accessKey: null };
    expect(await adoptOrder(shop.services, { ...customer, keys }, requestCode)).toMatchObject({ ok: true });
  }
  const admin = await anAdmin(shop);
  expect(await rejectOrder(shop.services, admin, adopted.requestCode, { reason: "No" })).toMatchObject({ ok: true });

  const { text, data } = await dataOf(customer);
  expect(text.toLowerCase()).not.toContain("giver@example.com");
  expect(data.orders).toMatchObject([
    { requestCode: adopted.requestCode, email: null },
    { requestCode: own.requestCode, email: "Taker@example.com" },
  ]);
  expect(data.letters.filter(({ to }: { to: string | null }) => to === null)).not.toHaveLength(0);
});

test("[S6.2] a guest and an account that is gone get nothing; many orders come in several steps, each once", async () => {
  expect(await ownData(shop.services, aGuest())).toMatchObject({ code: "signInFirst" });
  const gone = await aCustomer(shop);
  await shop.services.db.$client.query("delete from users where id = $1", [gone.userId]);
  expect(await ownData(shop.services, gone)).toMatchObject({ code: "signInFirst" });

  const many = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 101 }, (_, n) => `many-${n}`) });
  shop.setNow(new Date());
  const codes: string[] = [];
  for (let n = 0; n < 101; n += 1) codes.push((await place(many, { productId })).requestCode);
  shop.setNow();
  const { data } = await dataOf(many);
  expect(data.orders.map(({ requestCode }: { requestCode: string }) => requestCode).sort()).toEqual(codes.sort());
});

test("[S12.10] an admin's file has the devices that are notified, without their addresses and keys", async () => {
  const admin = await anAdmin(shop);
  await shop.services.db.$client.query(
    "insert into sessions (id, token_hash, user_id, created_at, updated_at, expires_at) values ('s', '', $1, now(), now(), now())",
    [admin.userId],
  );
  const form = aPushForm();
  const userAgent = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  expect(await addPushDevice(shop.services, admin, form, { sessionId: "s", userAgent })).toMatchObject({ ok: true });
  const { text, data } = await dataOf(admin);
  expect(data.notifiedDevices).toEqual([{ device: "Chrome on Android", userAgent, createdAt: expect.any(String), notifiedAt: null }]);
  for (const secret of Object.values(form)) expect(text).not.toContain(secret);
});
