import { type APIRequestContext, type APIResponse, expect, request } from "@playwright/test";
import { type RunningShop, startShop } from "../support/processes/running-shop.ts";
import { inSharedFolder, settle } from "../support/processes/settled-folder.ts";
import { approve, type Placed, placed, placedWithCard, reject, type Sender, signedUp } from "./states.ts";

/** The name of everything here, which pages in another language may show as it is. */
export const NEIGHBOURS = "Of neighbours";

type Shop = { ownerApi: APIRequestContext; buyer: Sender; password: string };
type Product = { id: string; ids: [string, ...string[]] };

const upi = { vpa: "neighbours@okbank", payeeName: NEIGHBOURS, isMerchantVpa: false };
const cards = { end: "NEXT", red: 200 };
const nobody = { vpa: "", payeeName: "", isMerchantVpa: false };

/** The data folder of a shop with neighbours, which the shops of all journeys begin with. */
const neighbourhood = () => inSharedFolder("neighbours");

/** Starts a shop that has neighbours. */
export function startAmongNeighbours(environment: Record<string, string> = {}): Promise<RunningShop> {
  return startShop(environment, undefined, undefined, neighbourhood());
}

/** Makes the shop that is copied then: once in a run, because that takes seconds. */
export async function makeNeighbourhood(): Promise<void> {
  await settle(neighbourhood());
  const { address, origin, admin, stop } = await startShop({ DATA_DIR: neighbourhood() });
  const [owner, guest] = [
    await request.newContext({ baseURL: address, extraHTTPHeaders: { origin } }),
    await request.newContext({ baseURL: address }),
  ];
  await done(await owner.post("/api/auth/sign-in/email", { data: admin }));
  await moveIn({ ownerApi: owner, buyer: { request: guest, origin }, password: admin.password });
  for (const api of [owner, guest]) await api.dispose();
  expect(await stop(), "the shop stops cleanly").toBe(0);
}

/**
 * Fills a shop with records of every kind that a page lists: products, an import and one that was
 * only checked, a supplier, orders in every state, money, bank alerts, messages, claims, a customer,
 * an invitation and an API key. A journey that takes its own for the only one then fails at once,
 * and not by luck when another one left something. The settings are as before.
 */
async function moveIn(shop: Shop): Promise<void> {
  const { ownerApi, buyer, password: currentPassword } = shop;
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  // The owner gets one email a minute about new orders; that of a journey need not wait for these.
  const meanwhile = { ...settings, mailsNewOrders: false, alertsDeliver: true, alertsDayMax: 20_000 };
  await done(await ownerApi.put("/api/admin/settings", { data: meanwhile }));
  await done(await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isOn: true, currentPassword } }));

  const hidden = await onSale(ownerApi, 499, 9);
  const { approved, rejected } = await order(shop, hidden);
  await bringMoney(shop, await onSale(ownerApi, 37, 3), rejected);
  await importIds(ownerApi, hidden);
  await write(buyer, approved);
  await claim(shop, await onSale(ownerApi, 499, 2));
  await admit(shop);
  await done(await ownerApi.post(`/admin/products/${hidden.id}/visibility`, { form: { visible: "no" }, maxRedirects: 0 }));

  await done(await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...nobody, isOn: false, currentPassword } }));
  await done(await ownerApi.put("/api/admin/settings", { data: settings }));
}

async function onSale(ownerApi: APIRequestContext, price: number, howMany: number): Promise<Product> {
  const ids = Array.from({ length: howMany }, (_, n) => `NEIGHBOUR-${price}-${howMany}-${n + 1}`);
  const data = { name: NEIGHBOURS, price, description: "", image: "", ids };
  const { id } = await (await done(await ownerApi.post("/api/admin/products", { data }))).json();
  return { id, ids: ids as Product["ids"] };
}

/** Orders in every state, with and without a gift card. */
async function order({ ownerApi, buyer }: Shop, product: Product): Promise<Record<"approved" | "rejected", Placed>> {
  await placed(buyer, product);
  await placedWithCard(buyer, product, cards);
  const unreadable = await placedWithCard(buyer, product, cards);
  await done(await ownerApi.post(`/api/admin/orders/${unreadable.requestCode}/proof-check`, { data: { verified: false } }));
  const cancelled = await placed(buyer, product);
  const { request, origin } = buyer;
  await done(await request.post(`/api/orders/${cancelled.requestCode}/cancellation`, { headers: { origin } }));
  const [approved, rejected] = [await placed(buyer, product), await placedWithCard(buyer, product, cards)];
  await approve(ownerApi, approved.requestCode);
  await reject(ownerApi, rejected.requestCode, NEIGHBOURS);
  return { approved, rejected };
}

/** A payment for a rejected order, an order that a bank alert delivered, and an alert of no order. */
async function bringMoney({ ownerApi, buyer, password: currentPassword }: Shop, product: Product, { requestCode }: Placed): Promise<void> {
  await done(await ownerApi.post("/api/admin/payments", { data: { requestCode, utr: "632900000001", amount: 499 } }));
  const phone = { name: NEIGHBOURS, senders: ["NEIGHB"], accountDigits: "0001", currentPassword };
  const { secret } = await (await done(await ownerApi.post("/api/admin/alert-forwarders", { data: phone }))).json();
  const data = { productId: product.id, quantity: 1, paymentMethod: "upi" };
  await done(await buyer.request.post("/api/orders", { data, headers: { origin: buyer.origin } }));
  for (const [rupees, utr] of [
    // The first order of 37 rupees by UPI is paid with a paisa less.
    ["36.99", "632900000002"],
    ["1.01", "632900000003"],
  ]) {
    const text = `Rs.${rupees} credited to HDFC Bank A/c XX0001 from VPA of.neighbours@okaxis (UPI ${utr})`;
    const alert = { from: "NEIGHB", text, sentStamp: String(Date.now()) };
    const headers = { origin: buyer.origin, authorization: `Bearer ${secret}` };
    await done(await buyer.request.post("/api/payments/bank-alerts", { data: alert, headers }));
  }
}

/** An import of a supplier, and one that was only checked. */
async function importIds(ownerApi: APIRequestContext, { id: productId }: Product): Promise<void> {
  for (const isAdded of [true, false]) {
    const form = { productId, ids: `NEIGHBOUR-import-${isAdded}`, supplier: NEIGHBOURS, note: "", cost: "1" };
    const checked = await done(await ownerApi.post("/admin/batches/new", { form, maxRedirects: 0 }));
    if (isAdded) await done(await ownerApi.post(`${checked.headers().location}/addition`, { form: { new: "on" }, maxRedirects: 0 }));
  }
}

/** A message of the contact page, and one about an order. */
async function write(buyer: Sender, { requestCode }: Placed): Promise<void> {
  const message = { name: NEIGHBOURS, email: "of.neighbours@example.com", message: NEIGHBOURS, key: crypto.randomUUID(), leaveEmpty: "" };
  await post(buyer, "/contact", message);
  await post(buyer, `/order-status/${requestCode}/messages`, { text: NEIGHBOURS, key: crypto.randomUUID() });
}

/** Two claims: one was refused, and the other stays open, because no ID is left to swap it for. */
async function claim({ ownerApi, buyer }: Shop, product: Product): Promise<void> {
  const { requestCode } = await placed(buyer, product, product.ids.length);
  await approve(ownerApi, requestCode);
  for (const [n, ids] of product.ids.entries()) {
    await post(buyer, `/order-status/${requestCode}/claims`, { ids, reason: "used", text: NEIGHBOURS });
    const [, claims = ""] = /data-claim="([^"]+)"/.exec(await (await ownerApi.get("/admin/claims")).text()) ?? [];
    const form = { claims, reason: NEIGHBOURS };
    if (n === 0) await done(await ownerApi.post("/admin/claims/refusals", { form, maxRedirects: 0 }));
  }
}

/** A customer, somebody who was invited, and a key of the API. */
async function admit({ ownerApi, buyer, password: currentPassword }: Shop): Promise<void> {
  await signedUp(buyer, "of.neighbours@example.com");
  const invitation = { name: NEIGHBOURS, rights: ["read-orders"], currentPassword };
  await done(await ownerApi.post("/api/admin/people", { data: invitation }));
  const form = { name: NEIGHBOURS, scopes: "read-orders", refundsADay: "", currentPassword };
  await done(await ownerApi.post("/admin/api-keys", { form, maxRedirects: 0 }));
}

async function post({ request, origin }: Sender, path: string, form: Record<string, string>): Promise<void> {
  await done(await request.post(path, { form, headers: { origin }, maxRedirects: 0 }));
}

async function done(answer: APIResponse): Promise<APIResponse> {
  expect(answer.status(), `${answer.url()} was answered with ${await answer.text()}`).toBeLessThan(400);
  return answer;
}
