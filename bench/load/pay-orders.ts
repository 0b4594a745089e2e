import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { atPace } from "./at-pace.ts";
import { type OpenedOrder, openOrderPages, shownAfter } from "./open-order-pages.ts";

type Shop = Pick<RunningShop, "address">;

/** An order whose page at the provider is open. */
export type PayableOrder = OpenedOrder & { pageId: string };

/**
 * In ms: from the provider's "paid" to the ID on the buyer's page, and until an event was answered.
 */
export type PayingTimes = { shown: number[]; answered: number[] };

const AT_ONCE = 8;
const OPENED_WITHIN_MS = 30_000;

/**
 * Orders one ID as often as wanted by Razorpay, and waits until each page at the provider is open.
 */
export async function placePayable(shop: Shop, productId: string, howMany: number): Promise<PayableOrder[]> {
  const placed: PayableOrder[] = [];
  let begun = 0;
  const buy = async () => {
    while (begun < howMany) {
      begun += 1;
      placed.push(await placeOne(shop, productId));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buy));
  return placed;
}

async function placeOne({ address }: Shop, productId: string): Promise<PayableOrder> {
  const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "razorpay" });
  const answer = await fetch(`${address}/api/orders`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (answer.status !== 201) throw new Error(`the order was not taken: ${answer.status} ${await answer.text()}`);
  const { requestCode, accessKey }: { requestCode: string; accessKey: string } = await answer.json();
  const key = { "x-access-key": accessKey };
  const opened = await fetch(`${address}/order-status/${requestCode}/key/${accessKey}`, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0" },
  });
  for (const until = performance.now() + OPENED_WITHIN_MS; performance.now() < until; await wait(50)) {
    const order = await fetch(`${address}/api/orders/${requestCode}`, { headers: key });
    const { payment }: { payment: { payUrl: string | null } } = await order.json();
    const pageId = payment.payUrl?.split("/").at(-1);
    if (pageId) return { requestCode, accessKey, cookie: cookiesOf(opened.headers), pageId };
  }
  throw new Error("the provider's page was not opened");
}

/**
 * Pays the orders at this pace, each at the provider and then by its event, while every buyer's
 * page is open: it loads again at each announcement, until it shows the ID.
 */
export async function payOrders(
  shop: Shop,
  fake: FakeProviderServer,
  { orders, perSecond, secret }: { orders: PayableOrder[]; perSecond: number; secret: string },
): Promise<PayingTimes> {
  const references = new Map((await fake.state()).pages.map(({ id, reference }) => [id, reference]));
  const paidAt = new Map<string, number>();
  const answered: number[] = [];
  const pages = await openOrderPages(shop, orders);

  await atPace(orders, perSecond, async (order) => {
    const { requestCode, pageId } = order;
    paidAt.set(requestCode, performance.now());
    await fake.pay(pageId);
    answered.push(await sendEvent(shop, { pageId, reference: references.get(pageId) ?? "", secret }));
  });
  await pages.allShown();
  return { shown: shownAfter(orders, paidAt, pages), answered };
}

/** Sends the event of a paid link as Razorpay does. Returns how long the answer took, in ms. */
async function sendEvent(
  { address }: Shop,
  { pageId, reference, secret }: { pageId: string; reference: string; secret: string },
): Promise<number> {
  const entity = { id: pageId, reference_id: reference };
  const body = JSON.stringify({ entity: "event", event: "payment_link.paid", payload: { payment_link: { entity } } });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-razorpay-signature": signature, "x-razorpay-event-id": `ev${pageId}` };
  const sentAt = performance.now();
  const answer = await fetch(`${address}/api/payments/razorpay/events`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`an event was answered ${answer.status}`);
  return performance.now() - sentAt;
}
