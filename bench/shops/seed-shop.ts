import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { cookieFrom, cookiesOf } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";

type Shop = Pick<RunningShop, "address" | "admin">;

/**
 * Creates products through the admin pages, the first and the last of them with an uploaded
 * picture, and returns their ids.
 */
export async function putOnSale(shop: Shop, howMany: number, pictures = howMany): Promise<string[]> {
  const cookie = await signIn(shop);
  const photo = await aPhoto();
  const ids: string[] = [];
  for (let n = 0; n < howMany; n += 1) {
    const isPictured = n < pictures / 2 || n >= howMany - pictures / 2;
    const answer = isPictured ? await postForm(shop, cookie, n, photo) : await postJson(shop, cookie, n);
    if (!answer.ok) throw new Error(`product ${n} was not taken: ${answer.status} ${await answer.text()}`);
    await answer.text();
  }
  let after: string | null = "";
  while (after !== null) {
    const answer: Response = await fetch(`${shop.address}/api/products?after=${encodeURIComponent(after)}`);
    const list: { products: { id: string }[]; next: string | null } = await answer.json();
    ids.push(...list.products.map(({ id }) => id));
    after = list.next;
  }
  return ids;
}

/**
 * Orders one ID of a product as a guest. Returns the path of the order's page and the buyer's
 * cookie.
 */
export async function orderOne(shop: Shop, productId: string): Promise<{ path: string; cookie: string }> {
  const order = { productId, quantity: 1, paymentMethod: "request" };
  const headers = { "content-type": "application/json", "idempotency-key": randomBytes(16).toString("hex") };
  const placed = await fetch(`${shop.address}/api/orders`, { method: "POST", headers, body: JSON.stringify(order) });
  if (placed.status !== 201) throw new Error(`the order was not taken: ${await placed.text()}`);
  const { requestCode, accessKey }: { requestCode: string; accessKey: string } = await placed.json();
  const path = `/order-status/${requestCode}`;
  const unlocked = await fetch(`${shop.address}${path}/key/${accessKey}`, { redirect: "manual", headers: { "user-agent": "Mozilla/5.0" } });
  return { path, cookie: cookiesOf(unlocked.headers) };
}

/** Approves an order with the IDs that it reserves. */
export async function approveOne(shop: Shop, requestCode: string): Promise<void> {
  const headers = { "content-type": "application/json", origin: shop.address, cookie: await signIn(shop) };
  const listed = await fetch(`${shop.address}/api/admin/orders?status=pending&search=${requestCode}`, { headers });
  const { orders }: { orders: [{ reservedIds: object }] } = await listed.json();
  const body = JSON.stringify({ ids: Object.values(orders[0].reservedIds) });
  const approved = await fetch(`${shop.address}/api/admin/orders/${requestCode}/approval`, { method: "POST", headers, body });
  if (!approved.ok) throw new Error(`the order was not approved: ${await approved.text()}`);
}

/** Logs the owner in and returns the cookie. */
export async function signIn(shop: Shop): Promise<string> {
  return cookieFrom(shop.address, "/api/auth/sign-in/email", shop.admin);
}

function postJson(shop: Shop, cookie: string, n: number): Promise<Response> {
  const headers = { "content-type": "application/json", origin: shop.address, cookie };
  const body = JSON.stringify({ name: nameOf(n), price: 499, description, image: "", ids: idsOf(n) });
  return fetch(`${shop.address}/api/admin/products`, { method: "POST", headers, body });
}

function postForm(shop: Shop, cookie: string, n: number, photo: Blob): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: nameOf(n), price: "499", description, ids: idsOf(n).join("\n") }))
    body.set(name, value);
  body.set("imageUpload", photo, "photo.jpg");
  return fetch(`${shop.address}/admin/products/new`, { method: "POST", headers: { origin: shop.address, cookie }, body });
}

const nameOf = (n: number) => `Verified account ID, kind ${n + 1}`;
const idsOf = (n: number) => [1, 2, 3].map((k) => `BENCH-${n + 1}-${k}`);
const description =
  "<p>A ready account for train bookings, with verified e-mail and phone.</p><ul><li>Checked by hand</li><li>Sold once</li></ul>";

/** A picture like a camera's: large, with soft shapes and grain. */
async function aPhoto(): Promise<Blob> {
  const [width, height] = [1600, 1200];
  const shapes = await sharp(randomBytes(8 * 6 * 3), { raw: { width: 8, height: 6, channels: 3 } })
    .resize(width, height, { kernel: "cubic" })
    .blur(4)
    .toBuffer({ resolveWithObject: true });
  const grain = {
    create: { width, height, channels: 3 as const, background: "#808080", noise: { type: "gaussian" as const, mean: 128, sigma: 12 } },
  };
  const noise = await sharp(grain).png().toBuffer();
  const photo = await sharp(shapes.data, { raw: shapes.info })
    .composite([{ input: noise, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return new Blob([new Uint8Array(photo)], { type: "image/jpeg" });
}
