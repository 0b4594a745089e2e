import { randomBytes } from "node:crypto";
import type { RunningShop } from "#tests/support/running-shop.ts";
import type { Who } from "./sizes-requests.ts";

type Cookies = Record<Who, string | null>;
type Deed = { name: string; do: (shop: RunningShop, cookies: Cookies) => Promise<number> };
type Sent = { cookie?: string | null; body?: object; method?: string };

/** What changes the shop, each time with something of its own; what has to be there before is not measured. Each tells its milliseconds. */
export const deeds: Deed[] = [
  { name: "POST /api/orders", do: async (shop) => (await place(shop)).took },
  { name: "POST /api/orders, of a customer", do: async (shop, { buyer }) => (await place(shop, buyer)).took },
  {
    name: "POST /api/orders/:requestCode/cancellation",
    do: async (shop, { buyer }) =>
      (await call(shop, `/api/orders/${(await place(shop, buyer)).requestCode}/cancellation`, { cookie: buyer })).took,
  },
  ...Object.entries({
    approval: (ids: string[]) => ({ ids, confirmed: true }),
    rejection: () => ({ reason: "Not paid" }),
    payment: () => ({ state: "paid" }),
  }).map(([noun, body]) => ({
    name: `POST /api/admin/orders/:requestCode/${noun}`,
    do: async (shop: RunningShop, { admin }: Cookies) => {
      const { requestCode } = await place(shop);
      return (await call(shop, `/api/admin/orders/${requestCode}/${noun}`, { cookie: admin, body: body([newId()]) })).took;
    },
  })),
  {
    name: "POST /api/admin/products",
    do: async (shop, { admin }) => (await call(shop, "/api/admin/products", { cookie: admin, body: aProduct() })).took,
  },
  {
    name: "PUT /api/admin/products/:id",
    do: async (shop, { admin }) =>
      (await call(shop, "/api/admin/products/product-5", { cookie: admin, body: aProduct(), method: "PUT" })).took,
  },
  {
    name: "DELETE /api/admin/products/:id",
    do: async (shop, { admin }) => {
      const { json } = await call(shop, "/api/admin/products", { cookie: admin, body: aProduct() });
      return (await call(shop, `/api/admin/products/${json.id}`, { cookie: admin, method: "DELETE" })).took;
    },
  },
  {
    name: "POST /api/admin/products/:id/ids",
    do: async (shop, { admin }) => (await call(shop, "/api/admin/products/product-1/ids", { cookie: admin, body: { ids: newId() } })).took,
  },
];

const newId = () => `new-${randomBytes(9).toString("hex")}`;
const aProduct = () => ({ name: "Account, kind of its own", price: "5", description: "<p>new</p>", image: "", ids: newId() });

async function place(shop: RunningShop, cookie: string | null = null): Promise<{ took: number; requestCode: string }> {
  const { took, json } = await call(shop, "/api/orders", {
    cookie,
    body: { productId: "product-1", quantity: 1, paymentMethod: "request" },
  });
  return { took, requestCode: String(json.requestCode) };
}

async function call({ address }: RunningShop, path: string, { cookie, body = {}, method = "POST" }: Sent) {
  const headers = { "content-type": "application/json", origin: address, ...(cookie && { cookie }) };
  const began = performance.now();
  const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const took = performance.now() - began;
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status} ${text}`);
  const json: Record<string, unknown> = JSON.parse(text);
  return { took, json };
}
