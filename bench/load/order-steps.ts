import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { OrderShop } from "../shops/order-shop.ts";
import type { OrderLoad } from "./order-load.ts";

type Shop = Pick<OrderShop, "address" | "cookie">;
/** An order as its buyer received it. */
type Bought = { requestCode: string; accessKey: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** One connection for each of the buyers that come at once. */
const crowd = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const ADMINS = 8;
const AT_ONCE = 32;

/** Orders one ID of a product as a new guest. */
async function buy(shop: Shop, productId: string): Promise<Bought> {
  const { status, text } = await tryToBuy(shop, productId, agent);
  if (status !== 201) throw new Error(`an order was not taken: ${status} ${text}`);
  return JSON.parse(text);
}

function tryToBuy(
  { address }: Pick<OrderShop, "address">,
  productId: string,
  over: Agent,
  email: string | null = "buyer@shop.example",
): Promise<Answer> {
  const body = { productId, quantity: 1, paymentMethod: "request", ...(email !== null && { email }) };
  const byte = () => Math.floor(Math.random() * 256);
  return post(`${address}/api/orders`, body, { "x-forwarded-for": `10.${byte()}.${byte()}.${byte()}` }, over);
}

/**
 * Lets many buyers order one ID each at the same moment, and returns the ms until the last of them
 * had an answer. Throws unless each ID was sold once.
 */
export async function rushTime(shop: Shop, productId: string, buyers: number, ids: number): Promise<number> {
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: buyers }, () => tryToBuy(shop, productId, crowd)));
  const tookMs = performance.now() - startedAt;
  const [placed, soldOut] = [201, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length);
  if (placed !== ids || soldOut !== buyers - ids)
    throw new Error(`${placed} of ${ids} IDs were sold, ${soldOut} buyers were told that there are none`);
  return tookMs;
}

/** Lets 32 buyers order from products `prefix1` to `prefixN`, this many IDs in all, each with an address of its own, or none. */
export async function placeAll(
  shop: Pick<OrderShop, "address">,
  { prefix, products }: OrderLoad,
  howMany: number,
  { hasEmail = true } = {},
): Promise<void> {
  let begun = 0;
  const buyOn = async () => {
    while (begun < howMany) {
      const productId = `${prefix}${(begun++ % products) + 1}`;
      const { status, text } = await tryToBuy(shop, productId, agent, hasEmail ? `buyer-${randomUUID()}@shop.example` : null);
      if (status !== 201) throw new Error(`an order was not taken: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyOn));
}

/** How many orders a second several admins approve at once, each one after another. */
export async function approvalRate(shop: Shop, productId: string, howMany: number): Promise<number> {
  const orders: Bought[] = [];
  for (let n = 0; n < howMany; n += 1) orders.push(await buy(shop, productId));
  const startedAt = performance.now();
  const admins = Array.from({ length: ADMINS }, async () => {
    for (let order = orders.pop(); order; order = orders.pop()) await approve(shop, order);
  });
  await Promise.all(admins);
  return (howMany / (performance.now() - startedAt)) * 1_000;
}

/** Reads an order as its admin and approves it with its reserved IDs. */
async function approve({ address, cookie }: Shop, { requestCode }: Bought): Promise<void> {
  const headers = { cookie, origin: address };
  const { reservedIds }: { reservedIds: Record<string, string> } = JSON.parse(
    (await get(`${address}/api/orders/${requestCode}`, headers)).text,
  );
  const { status } = await post(`${address}/api/admin/orders/${requestCode}/approval`, { ids: Object.values(reservedIds) }, headers);
  if (status !== 200) throw new Error(`${requestCode} was not approved: ${status}`);
}

type Answer = { status: number; text: string };

function get(url: string, headers: Record<string, string>): Promise<Answer> {
  return send("GET", url, headers);
}

function post(url: string, content: object, headers: Record<string, string>, over = agent): Promise<Answer> {
  const body = JSON.stringify(content);
  return send(
    "POST",
    url,
    { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
    body,
    over,
  );
}

/**
 * Uses `node:http`, which takes about half the processor time of `fetch`: the shop runs on the same
 * processors.
 */
function send(method: string, url: string, headers: Record<string, string>, body = "", over = agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: over, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
