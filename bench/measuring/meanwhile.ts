import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";

const SAMPLE_EVERY_MS = 10;
const ORDER_EVERY_MS = 20;

/**
 * How long something took, how far the process's peak memory was above idle, and the longest wait
 * of each product's buyers.
 */
export type Meanwhile = { tookMs: number; memoryMb: number; slowestMs: number[] };

/**
 * A product. `onceGone`: nobody orders from it before it has left the catalogue, because a product
 * with a pending order cannot be deleted.
 */
export type BoughtFrom = { id: string; onceGone?: boolean };

/**
 * Runs `operation` while one buyer for each product places one order after another, and samples the
 * shop's memory.
 */
export async function measureMeanwhile(
  { address, pid }: RunningShop,
  idleMb: number,
  operation: () => Promise<void>,
  products: BoughtFrom[],
): Promise<Meanwhile> {
  const ended = new AbortController();
  const memory = peakOf(pid, ended.signal);
  const begun = performance.now();
  const done = operation()
    .finally(() => ended.abort())
    .then(() => performance.now() - begun);
  const buyers = products.map((product) => slowestOrder(address, product, ended.signal));
  const [tookMs, peak, ...slowestMs] = await Promise.all([done, memory, ...buyers]);
  return { tookMs, memoryMb: Math.max(0, peak - idleMb), slowestMs };
}

async function peakOf(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await residentMb(pid));
    await wait(SAMPLE_EVERY_MS);
  }
  return peak;
}

/** The resident memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/**
 * The slowest order, in ms. Each order is cancelled again, untimed. A refusal because the product
 * was deleted counts as an answer.
 */
async function slowestOrder(address: string, { id: productId, onceGone = false }: BoughtFrom, signal: AbortSignal): Promise<number> {
  let slowest = 0;
  for (let isThere = onceGone; isThere && !signal.aborted; await wait(ORDER_EVERY_MS)) {
    isThere = (await fetch(`${address}/api/get-stock/${productId}`)).ok;
  }
  while (!signal.aborted) {
    const begun = performance.now();
    const headers = { "content-type": "application/json", "idempotency-key": randomBytes(16).toString("hex") };
    const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "request" });
    const answer = await fetch(`${address}/api/orders`, { method: "POST", headers, body });
    const { requestCode, accessKey = "" }: { requestCode?: string; accessKey?: string } = await answer.json();
    slowest = Math.max(slowest, performance.now() - begun);
    if (answer.status >= 500) throw new Error(`an order failed: ${answer.status}`);
    if (requestCode) {
      const cancelled = await fetch(`${address}/api/orders/${requestCode}/cancellation`, {
        method: "POST",
        headers: { "x-access-key": accessKey },
      });
      if (!cancelled.ok) throw new Error(`an order was not cancelled: ${cancelled.status} ${await cancelled.text()}`);
      await cancelled.text();
    }
    await wait(ORDER_EVERY_MS);
  }
  return slowest;
}
