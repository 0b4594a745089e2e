import { type APIRequestContext, type APIResponse, type BrowserContext, expect } from "@playwright/test";
import sharp, { type Color } from "sharp";
import { undoOfDecisions } from "#web/admin/frame/browser-settings.ts";
import type { ProductOnSale } from "./shop-server.ts";

/** A sender: its cookies, and the origin they belong to. */
export type Sender = { request: APIRequestContext; origin: string };
/** An order as the buyer receives it. */
export type Placed = { requestCode: string };

/** Places an order through the API, to be paid after approval; faster than by hand. */
export async function placed({ request, origin }: Sender, { id }: Pick<ProductOnSale, "id">, quantity = 1): Promise<Placed> {
  const data = { productId: id, quantity, paymentMethod: "request" };
  return answered(await request.post("/api/orders", { data, headers: { origin } }));
}

let cards = 0;

/**
 * Places an order with a gift card code and picture that the shop has not seen before. Another
 * process has its own end of the codes and red of the pictures.
 */
export async function placedWithCard(
  { request, origin }: Sender,
  { id }: Pick<ProductOnSale, "id">,
  { end, red } = { end: "CARD", red: 61 },
): Promise<Placed> {
  cards += 1;
  const paymentProof = { name: "card.png", mimeType: "image/png", buffer: await aScreenshot({ r: red, g: 138, b: cards % 256 }) };
  const giftCardCode = `AQ${12_345_678 + cards}${end}`;
  const multipart = { productId: id, quantity: "1", paymentMethod: "amazon", giftCardCode, paymentProof };
  return answered(await request.post("/api/orders", { multipart, headers: { origin } }));
}

/** Approves an order with its reserved IDs. */
export async function approve(
  ownerApi: APIRequestContext,
  requestCode: string,
  more: { downloadLink?: string; idsConfirmed?: boolean } = {},
): Promise<void> {
  const { orders } = await answered<{ orders: [{ reservedIds: object }] }>(
    await ownerApi.get(`/api/admin/orders?status=pending&search=${requestCode}`),
  );
  const ids = Object.values(orders[0].reservedIds);
  await answered(await ownerApi.post(`/api/admin/orders/${requestCode}/approval`, { data: { ids, ...more } }));
}

export async function reject(ownerApi: APIRequestContext, requestCode: string, reason: string): Promise<void> {
  await answered(await ownerApi.post(`/api/admin/orders/${requestCode}/rejection`, { data: { reason } }));
}

/** Creates a customer account; the sender is then logged in. */
export async function signedUp({ request, origin }: Sender, email: string): Promise<void> {
  const data = { email, password: CUSTOMERS_PASSWORD, name: email };
  await answered(await request.post("/api/auth/sign-up/email", { data, headers: { origin } }));
}

/** The password of the customers created here. */
export const CUSTOMERS_PASSWORD = "correct horse";

/**
 * Switches off *Undo* for decisions, as an admin may for a browser: a journey about something else
 * need not wait ten seconds for each approval. [S12.5]
 */
export async function sendsDecisionsAtOnce(context: BrowserContext): Promise<void> {
  await context.addInitScript((setting) => {
    // A page without an address has no storage.
    if (location.protocol.startsWith("http")) localStorage.setItem(setting, "off");
  }, undoOfDecisions.key);
}

/** A picture with the size of a phone screenshot. */
export function aScreenshot(background: Color = "#3d8ae8"): Promise<Buffer> {
  return sharp({ create: { width: 360, height: 740, channels: 3, background } })
    .png()
    .toBuffer();
}

async function answered<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json() as Promise<T>;
}
