import { setTimeout as wait } from "node:timers/promises";
import { post } from "./storm.ts";

/** A payment at the provider, and the order that it was made for. */
export type Paid = { payment: string; requestCode: string };

const AGAIN_MS = 50;
const OPENED_WITHIN_MS = 20_000;

/**
 * Buyers who order and pay on the provider's page without a pause; some cancel before they pay, or
 * at the same moment. `stop` starts nothing more, and waits until those at the provider have paid.
 */
export function startBuyers(address: string, productId: string, howMany: number): { stop(): Promise<void> } {
  let isOver = false;

  async function buy(): Promise<void> {
    const placed = await post(`${address}/api/orders`, { productId, quantity: 1, paymentMethod: "razorpay" });
    if (placed.status !== 201) return void (await wait(AGAIN_MS));
    const { requestCode, accessKey } = placed.body as { requestCode: string; accessKey: string };
    const order = `${address}/api/orders/${requestCode}`;
    const payUrl = await openedPage(order, accessKey);
    if (payUrl === null) return;
    const cancel = () => post(`${order}/cancellation`, {}, { "x-access-key": accessKey });
    const chance = Math.random();
    if (chance < 0.15) await cancel();
    await Promise.all([payOn(payUrl), chance > 0.85 ? cancel() : null]);
  }

  const buyer = async () => {
    while (!isOver) await buy();
  };
  const all = Promise.all(Array.from({ length: howMany }, buyer));
  return {
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** The address to pay at, as soon as the order has one; null if it ends before. */
async function openedPage(order: string, accessKey: string): Promise<string | null> {
  for (const until = performance.now() + OPENED_WITHIN_MS; performance.now() < until; await wait(AGAIN_MS)) {
    const payment = await fetch(order, { headers: { "x-access-key": accessKey } })
      .then((answer) => answer.json())
      .then(({ payment }: { payment: { payUrl: string | null } | null }) => payment)
      .catch(() => undefined);
    if (payment?.payUrl) return payment.payUrl;
    if (payment === null) return null;
  }
  return null;
}

/** Pays on the provider's page and follows the way back, which may lead to a shop that is down. */
async function payOn(payUrl: string): Promise<void> {
  const answer = await fetch(payUrl, { method: "POST", body: "choice=pay", redirect: "manual" });
  const back = answer.headers.get("location");
  if (back) await fetch(back, { redirect: "manual" }).catch(() => null);
}
