import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";

type Shop = Pick<RunningShop, "address" | "admin">;

/** An order as its buyer knows it, and the ID to approve it with. */
export type PlacedOrder = { requestCode: string; accessKey: string; id: string };

const AT_ONCE = 32;
const PRODUCTS = 20;
const IDS_AT_ONCE = 5_000;

/** Logs the first admin in and returns the cookie. */
export async function cookieOf({ address, admin }: Shop): Promise<string> {
  return cookieFrom(address, "/api/auth/sign-in/email", admin);
}

/** Creates one product with this many IDs and returns its id. `price` is in rupees. */
export async function stockUp(shop: Shop, howMany: number, name = "Verified account", price = 499): Promise<string> {
  const headers = { "content-type": "application/json", origin: shop.address, cookie: await cookieOf(shop) };
  const ids = Array.from({ length: howMany }, (_, n) => `${name.replaceAll(" ", "-")}-${n + 1}`);
  const send = async (path: string, body: object): Promise<{ id: string }> => {
    const answer = await fetch(shop.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const product = { name, price, description: "An account.", image: "", ids: ids.slice(0, IDS_AT_ONCE) };
  const { id } = await send("/api/admin/products", product);
  for (let from = IDS_AT_ONCE; from < howMany; from += IDS_AT_ONCE) {
    await send(`/api/admin/products/${id}/ids`, { ids: ids.slice(from, from + IDS_AT_ONCE) });
  }
  return id;
}

/** Creates several products with as many IDs as are ordered, and orders each ID as a guest. */
export async function placeOrders(shop: Shop, howMany: number): Promise<PlacedOrder[]> {
  const products: string[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1) products.push(await stockUp(shop, Math.ceil(howMany / PRODUCTS), `Account ${n}`));
  const placed: Omit<PlacedOrder, "id">[] = [];
  let begun = 0;
  const buy = async () => {
    while (begun < howMany) {
      placed.push(await orderOne(shop, products[begun++ % PRODUCTS] ?? ""));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buy));
  const ids = await reservedIds(shop, await cookieOf(shop));
  return placed.map(({ requestCode, accessKey }) => ({ requestCode, accessKey, id: ids.get(requestCode) ?? "" }));
}

/** The reserved IDs of the pending orders, from the first pages of the queue or from all. */
export async function reservedIds(shop: Shop, cookie: string, pages = Number.POSITIVE_INFINITY): Promise<Map<string, string>> {
  type Page = { orders: { requestCode: string; reservedIds: Record<string, string> }[]; next: string | null };
  const headers = { cookie };
  const ids = new Map<string, string>();
  let after: string | null = "";
  for (let page = 0; after !== null && page < pages; page += 1) {
    const answer: Response = await fetch(`${shop.address}/api/admin/orders?status=pending&after=${encodeURIComponent(after)}`, { headers });
    if (!answer.ok) throw new Error(`no list of orders: ${answer.status} ${await answer.text()}`);
    const { orders, next }: Page = await answer.json();
    for (const order of orders) ids.set(order.requestCode, Object.values(order.reservedIds)[0] ?? "");
    after = next;
  }
  return ids;
}

/** Orders one ID of a product as a guest or with a customer's cookie, optionally with a proof. */
export async function orderOne(
  shop: Shop,
  productId: string,
  { picture = null, cookie = "" }: { picture?: Blob | null; cookie?: string } = {},
): Promise<Omit<PlacedOrder, "id">> {
  const order = { productId, quantity: "1", paymentMethod: "request" };
  const headers: Record<string, string> = cookie ? { origin: shop.address, cookie } : {};
  const sent = picture
    ? { headers, body: formOf({ ...order, paymentProof: picture }) }
    : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify({ ...order, quantity: 1 }) };
  const answer = await fetch(`${shop.address}/api/orders`, { method: "POST", ...sent });
  if (answer.status !== 201) throw new Error(`the order was not taken: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Approves an order with its ID. */
export async function approve(shop: Shop, cookie: string, { requestCode, id }: Omit<PlacedOrder, "accessKey">): Promise<void> {
  const headers = { "content-type": "application/json", origin: shop.address, cookie };
  const body = JSON.stringify({ ids: [id] });
  const answer = await fetch(`${shop.address}/api/admin/orders/${requestCode}/approval`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`not approved: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
