import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import sharp from "sharp";
import type { ProductOnSale } from "./shop-server.ts";

/** Who sends: its cookies, and the address that they belong to. */
export type Sender = { request: APIRequestContext; origin: string };
/** An order as its buyer is told of it. */
export type Placed = { requestCode: string };

/** Places an order by the API, to be paid after approval: quicker than by hand. */
export async function placed({ request, origin }: Sender, { id }: Pick<ProductOnSale, "id">, quantity = 1): Promise<Placed> {
  const data = { productId: id, quantity, paymentMethod: "request" };
  return answered(await request.post("/api/orders", { data, headers: { origin } }));
}

/** Places an order with a gift card's code and a picture of it. */
export async function placedWithCard({ request, origin }: Sender, { id }: Pick<ProductOnSale, "id">): Promise<Placed> {
  const paymentProof = { name: "card.png", mimeType: "image/png", buffer: await aScreenshot() };
  const multipart = { productId: id, quantity: "1", paymentMethod: "amazon", giftCardCode: "AQ12345678WXYZ", paymentProof };
  return answered(await request.post("/api/orders", { multipart, headers: { origin } }));
}

/** Approves an order with the IDs that are reserved for it. */
export async function approve(ownerApi: APIRequestContext, requestCode: string, more: { downloadLink?: string } = {}): Promise<void> {
  const { orders } = await answered<{ orders: [{ reservedIds: object }] }>(
    await ownerApi.get(`/api/admin/orders?status=pending&search=${requestCode}`),
  );
  const ids = Object.values(orders[0].reservedIds);
  await answered(await ownerApi.post(`/api/admin/orders/${requestCode}/approval`, { data: { ids, ...more } }));
}

/** Rejects an order. */
export async function reject(ownerApi: APIRequestContext, requestCode: string, reason: string): Promise<void> {
  await answered(await ownerApi.post(`/api/admin/orders/${requestCode}/rejection`, { data: { reason } }));
}

/** Opens a customer's account; the sender's cookies are signed in then. */
export async function signedUp({ request, origin }: Sender, email: string): Promise<void> {
  const data = { email, password: CUSTOMERS_PASSWORD, name: email };
  await answered(await request.post("/api/auth/sign-up/email", { data, headers: { origin } }));
}

/** The password of those who are signed up here. */
export const CUSTOMERS_PASSWORD = "correct horse";

/** A picture as a phone makes it of its screen. */
export function aScreenshot(): Promise<Buffer> {
  return sharp({ create: { width: 360, height: 740, channels: 3, background: "#3d8ae8" } })
    .png()
    .toBuffer();
}

async function answered<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json() as Promise<T>;
}
