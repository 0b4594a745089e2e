import { Agent, request } from "node:http";
import type { OrderShop } from "./order-shop.ts";

type Shop = Pick<OrderShop, "address" | "db" | "cookie">;
/** An order as its buyer got it back. */
export type Bought = { requestCode: string; accessKey: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ADMINS = 8;

/** Orders so many IDs of a product as a guest of whom nobody knows anything yet. */
export async function buy({ address }: Pick<Shop, "address">, productId: string, quantity = 1): Promise<Bought> {
  const body = { productId, quantity, paymentMethod: "request", email: "buyer@shop.example" };
  const byte = () => Math.floor(Math.random() * 256);
  const { status, text } = await post(`${address}/api/orders`, body, { "x-forwarded-for": `10.${byte()}.${byte()}.${byte()}` });
  if (status !== 201) throw new Error(`an order was not taken: ${status} ${text}`);
  return JSON.parse(text);
}

/** Takes an order back as its buyer does. */
export async function cancel({ address }: Pick<Shop, "address">, { requestCode, accessKey }: Bought): Promise<void> {
  const { status, text } = await post(`${address}/api/orders/${requestCode}/cancellation`, {}, { "x-access-key": accessKey });
  if (status !== 200) throw new Error(`an order was not cancelled: ${status} ${text}`);
}

/** How long each of some durable commits of one row takes, one after the other, in ms. */
export async function commitTimes({ db }: Shop, howMany: number): Promise<number[]> {
  await db.$client.query("create table if not exists bench_commits (at timestamptz)");
  return timesOf(howMany, () => db.$client.query("insert into bench_commits values (now())"));
}

/** How long each of some orders of one buyer takes, one after the other, from the request to the answer, in ms. */
export function orderTimes(shop: Shop, productId: string, howMany: number): Promise<number[]> {
  return timesOf(howMany, () => buy(shop, productId));
}

/** How many orders a second some admins approve at once, each one after the other. */
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

/** Looks at an order as its admin, and approves it with the IDs that it holds. */
async function approve({ address, cookie }: Shop, { requestCode }: Bought): Promise<void> {
  const headers = { cookie, origin: address };
  const { reservedIds }: { reservedIds: Record<string, string> } = JSON.parse(
    (await get(`${address}/api/orders/${requestCode}`, headers)).text,
  );
  const { status } = await post(`${address}/api/admin/orders/${requestCode}/approval`, { ids: Object.values(reservedIds) }, headers);
  if (status !== 200) throw new Error(`${requestCode} was not approved: ${status}`);
}

async function timesOf(howMany: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < howMany; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

type Answer = { status: number; text: string };

function get(url: string, headers: Record<string, string>): Promise<Answer> {
  return send("GET", url, headers);
}

function post(url: string, content: object, headers: Record<string, string>): Promise<Answer> {
  const body = JSON.stringify(content);
  return send("POST", url, { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }, body);
}

/** With `node:http`, which takes about half as much as `fetch` of the processors that the shop works on, too. */
function send(method: string, url: string, headers: Record<string, string>, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
