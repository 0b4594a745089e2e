import { setTimeout as wait } from "node:timers/promises";
import type { AttackedShop } from "./attacked-shop.ts";
import { anywhere, clientFrom } from "./client.ts";

/** How many honest buyers were served, how long the slowest took (ms), and what went wrong. */
export type Served = { buyers: number; slowest: number; faults: string[] };

const EVERY_MS = 800;
const DELIVERED_WITHIN_MS = 20_000;
const EMAILED_WITHIN_MS = 20_000;

/**
 * New buyers from networks of their own, one after the other until it is over: each orders by UPI
 * and must get an amount of its own, pays an order by Razorpay and must get its ID at once, finds
 * it by its code, and gets an email about each order.
 */
export async function honestBuyers(at: AttackedShop, isOver: () => boolean): Promise<Served> {
  const served: Served = { buyers: 0, slowest: 0, faults: [] };
  const addresses: string[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const startedAt = performance.now();
    const address = `buyer-${n}@honest.example`;
    addresses.push(address);
    const fault = await buy(at, n, address);
    if (fault) served.faults.push(`the honest buyer ${n} ${fault}`);
    else served.buyers += 1;
    served.slowest = Math.max(served.slowest, performance.now() - startedAt);
    await wait(EVERY_MS);
  }
  const emailed = () => new Set(at.mail.received.flatMap(({ to }) => to));
  const until = performance.now() + EMAILED_WITHIN_MS;
  while (!addresses.every((address) => emailed().has(address)) && performance.now() < until) await wait(200);
  for (const address of addresses) if (!emailed().has(address)) served.faults.push(`${address} got no email`);
  return served;
}

async function buy(at: AttackedShop, n: number, address: string): Promise<string | null> {
  const client = clientFrom(at, anywhere(n, 51));
  const byUpi = await client.order("upi", address);
  if (!byUpi) return "could not order by UPI";
  const payable = (await client.show(byUpi))?.payment?.payable;
  if (payable === undefined || payable === byUpi.totalAmount) return `has to pay ${payable} by UPI, which tells it from no other`;
  const paid = await client.order("razorpay", address);
  if (!paid) return "could not order by Razorpay";
  if (!(await client.pay(paid))) return "was shown no page to pay on";
  const until = performance.now() + DELIVERED_WITHIN_MS;
  while ((await client.show(paid))?.status !== "approved") {
    if (performance.now() > until) return "paid and got no ID";
    await wait(100);
  }
  const found = await client.lookUp(paid.requestCode);
  return found === 200 ? null : `looked its order up and was answered ${found}`;
}
