import { setTimeout as wait } from "node:timers/promises";
import type { RunningShop } from "../support/processes/running-shop.ts";
import type { OwnersCalls } from "./owners-calls.ts";

/** An order that the shop acknowledged, with its last acknowledged status. */
export type Acknowledged = { requestCode: string; status: "pending" | "approved" | "rejected" | "cancelled"; quantity: number };

export type Storm = {
  acknowledged: Acknowledged[];
  /** The number of answers by status; 0 means no answer. */
  answers: Map<number, number>;
  /** Starts nothing more, and waits for requests in progress. */
  stop(): Promise<void>;
};

/** A refused buyer tries again after this time, sooner than Retry-After says. */
const AGAIN_MS = 100;

/** Buyers and an admin who order, approve, reject and cancel at random without a pause. */
export function startStorm(shop: Pick<RunningShop, "address">, owner: OwnersCalls, productIds: string[], buyers = 8): Storm {
  const acknowledged: Acknowledged[] = [];
  const answers = new Map<number, number>();
  let isOver = false;

  const count = <Answer extends { status: number }>(answer: Answer) => {
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const buyAndDecide = async () => {
    const productId = productIds[Math.floor(Math.random() * productIds.length)] ?? "";
    const quantity = 1 + Math.floor(Math.random() * 3);
    const placed = count(await post(`${shop.address}/api/orders`, { productId, quantity, paymentMethod: "request" }));
    if (placed.status === 503 || placed.status === 0) await wait(AGAIN_MS);
    if (placed.status !== 201) return;
    const { requestCode, accessKey } = placed.body as { requestCode: string; accessKey: string };
    const order: Acknowledged = { requestCode, status: "pending", quantity };
    acknowledged.push(order);

    const decision = (["cancelled", "approved", "rejected", "pending"] as const)[Math.floor(Math.random() * 4)] ?? "pending";
    if (decision === "pending" || isOver) return;
    const call =
      decision === "cancelled"
        ? cancel(requestCode, accessKey)
        : decision === "approved"
          ? owner.approve(requestCode)
          : owner.reject(requestCode);
    if (count(await call).status === 200) order.status = decision;
  };
  const cancel = (requestCode: string, accessKey: string) =>
    post(`${shop.address}/api/orders/${requestCode}/cancellation`, {}, { "x-access-key": accessKey });
  const buyer = async () => {
    while (!isOver) await buyAndDecide();
  };

  const all = Promise.all(Array.from({ length: buyers }, buyer));
  return {
    acknowledged,
    answers,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Sends and reads JSON; status 0 means no complete answer. */
export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; ms: number; retryAfter: string | null }> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(20_000),
    });
    const retryAfter = answer.headers.get("retry-after");
    return { status: answer.status, body: await answer.json(), ms: performance.now() - startedAt, retryAfter };
  } catch {
    return { status: 0, body: null, ms: performance.now() - startedAt, retryAfter: null };
  }
}
