import { setTimeout as wait } from "node:timers/promises";
import { cookiesOf, ownersHeaders } from "../processes/cookie-from.ts";
import type { RunningShop } from "../processes/running-shop.ts";
import { sendAlert } from "./send-alert.ts";

const REPEATS_MAX = 10;

/** A shop that delivers by bank alerts: its phone's secret, and the headers of its owner. */
export type AlertedShop = { secret: string; headers: Record<string, string> };

/** An order by UPI whose buyer was shown what to pay, and the cookie that opens its page. */
export type UpiOrder = { requestCode: string; accessKey: string; cookie: string; rupees: string };

/**
 * Sets up UPI and a phone that was just heard, and lets alerts deliver for up to this many rupees a
 * day.
 */
export async function takeAlerts({ address, origin, admin }: RunningShop, alertsDayMax: number): Promise<AlertedShop> {
  const headers = await ownersHeaders({ address, origin, admin });
  const call = async (method: string, path: string, values: object): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ ...values, currentPassword: admin.password });
    const answer = await fetch(address + path, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const payee = { vpa: "trackside@okbank", payeeName: "Track Side", isMerchantVpa: false };
  await call("PUT", "/api/admin/payment-methods/upi", { ...payee, isOn: true });
  const settings = await (await fetch(`${address}/api/admin/settings`, { headers })).json();
  // All buyers may share a network, which buys more than a new buyer may at once.
  await call("PUT", "/api/admin/settings", { ...settings, alertsDeliver: true, alertsDayMax, instantIdsMax: 0 });
  const phone = { name: "Old phone", senders: ["HDFCBK"], accountDigits: "2536" };
  const secret = String((await call("POST", "/api/admin/alert-forwarders", phone)).secret);
  await passOnAlert(address, secret, "hello");
  return { secret, headers };
}

/**
 * Passes on an alert that the bank sends now, or then. Like a phone's app, repeats it up to ten times
 * where a busy shop does not take it.
 */
export async function passOnAlert(address: string, secret: string, text: string, sentAt = new Date()): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    const status = await sendAlert(address, secret, "json", { text, sentStamp: sentAt.getTime() });
    if (status === 200) return;
    if (status !== 503 || repeats === REPEATS_MAX) throw new Error(`an alert was answered ${status}`);
    await wait(1_000);
  }
}

/**
 * Orders one ID by UPI from this address behind a proxy and opens the order's page, which shows an
 * amount of its own. Throws if there is none left for the price or the address.
 */
export async function orderByUpi(address: string, productId: string, from: string): Promise<UpiOrder> {
  const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "upi" });
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const answer = await fetch(`${address}/api/orders`, { method: "POST", headers, body });
  if (answer.status !== 201) throw new Error(`the order was not taken: ${answer.status} ${await answer.text()}`);
  const { requestCode, accessKey }: { requestCode: string; accessKey: string } = await answer.json();
  const opened = await fetch(`${address}/order-status/${requestCode}/key/${accessKey}`, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0" },
  });
  const order = await fetch(`${address}/api/orders/${requestCode}`, { headers: { "x-access-key": accessKey } });
  const { payable }: { payable: number } = (await order.json()).payment;
  if (Number.isInteger(payable)) throw new Error(`${requestCode} has no amount of its own: ${payable}`);
  return { requestCode, accessKey, cookie: cookiesOf(opened.headers), rupees: payable.toFixed(2) };
}
