import { setTimeout as wait } from "node:timers/promises";
import { cookiesOf } from "../support/processes/cookie-from.ts";
import type { RunningShop } from "../support/processes/running-shop.ts";
import { post } from "./storm.ts";

/** What the owner of a running shop does through its JSON API. */
export type OwnersCalls = {
  /** Logs in again with the same browser; throws if that is refused. */
  logInAgain(): Promise<void>;
  putOnSale(name: string, ids: string[]): Promise<string>;
  addIds(productId: string, ids: string[]): Promise<void>;
  /** Approves an order with its reserved IDs. */
  approve(requestCode: string): Promise<{ status: number }>;
  reject(requestCode: string): Promise<{ status: number }>;
  /** How the shop answers a request for an order's proof. */
  viewProof(requestCode: string): Promise<{ status: number }>;
  /** Delivers as many paid IDs at once as one network buys: all buyers of a torture share one. */
  deliverToOneNetwork(): Promise<void>;
  /** Takes payments by UPI, and orders that are paid by request or gift card. */
  takeUpi(): Promise<void>;
  /** Takes payments by Razorpay with these keys. */
  takeRazorpay(keys: { keyId: string; keySecret: string; webhookSecret: string }): Promise<void>;
  /** The payments with this reference in the books. */
  paymentsBy(reference: string): Promise<{ state: string; requestCode: string | null }[]>;
  /** Switches off the owner's own emails about new orders. */
  wantNoEmails(): Promise<void>;
  /** Sends the emails again that are *Not sent* on the first page of the list; returns how many. */
  sendFailedEmailsAgain(): Promise<number>;
  /** The HTML of a page of the admin, of this machine if one is named. */
  page(path: string, machine?: string): Promise<string>;
  /** Sends a form to a page of the admin without script; returns the status. */
  send(path: string, fields: Record<string, string>, machine?: string): Promise<number>;
  /** The status of an order; null if it does not exist. */
  statusOf(requestCode: string): Promise<string | null>;
};

/** Logs the owner in. */
export async function asOwner({ address, origin, admin }: Pick<RunningShop, "address" | "origin" | "admin">): Promise<OwnersCalls> {
  const json = { "content-type": "application/json", origin };
  const logIn = async (cookies: { cookie?: string } = {}) => {
    const init = { method: "POST", headers: { ...json, ...cookies }, body: JSON.stringify(admin) };
    const ask = () => fetch(`${address}/api/auth/sign-in/email`, init);
    let answered = await ask();
    // A machine that has just begun beside others may be busy; it says when to come again.
    for (let again = 0; answered.status === 503 && again < 3; again += 1) {
      await wait(1_000 * Number(answered.headers.get("retry-after") ?? 1));
      answered = await ask();
    }
    if (!answered.ok) throw new Error(`the owner was not let in: ${answered.status}`);
    return answered;
  };
  const cookie = cookiesOf((await logIn()).headers);
  const headers = { origin, cookie };

  const read = async (requestCode: string): Promise<{ status: string; reservedIds?: Record<string, string> } | null> => {
    const found = await fetch(`${address}/api/orders/${requestCode}`, { headers, signal: AbortSignal.timeout(20_000) });
    if (!found.ok && found.status !== 404) throw new Error(`${requestCode} was not shown: ${found.status}`);
    return found.ok ? found.json() : null;
  };
  const changeSettings = async (changes: object) => {
    const settings = await (await fetch(`${address}/api/admin/settings`, { headers })).json();
    const body = JSON.stringify({ ...settings, ...changes });
    const changed = await fetch(`${address}/api/admin/settings`, { method: "PUT", headers: { ...headers, ...json }, body });
    if (!changed.ok) throw new Error(`the settings were not taken: ${changed.status}`);
  };
  const switchOn = async (method: "upi" | "razorpay", values: object) => {
    const body = JSON.stringify({ ...values, isOn: true, currentPassword: admin.password });
    const putting = { method: "PUT", headers: { ...headers, ...json }, body };
    const changed = await fetch(`${address}/api/admin/payment-methods/${method}`, putting);
    if (!changed.ok) throw new Error(`${method} was not switched on: ${changed.status}`);
  };
  return {
    async logInAgain() {
      await logIn({ cookie });
    },
    async putOnSale(name, ids) {
      const added = await post(`${address}/api/admin/products`, { name, price: 499, description: "", image: "", ids }, headers);
      if (added.status !== 201) throw new Error(`the product was not taken: ${added.status}`);
      return (added.body as { id: string }).id;
    },
    async addIds(productId, ids) {
      const added = await post(`${address}/api/admin/products/${productId}/ids`, { ids }, headers);
      if (added.status >= 300) throw new Error(`the IDs were not taken: ${added.status}`);
    },
    async approve(requestCode) {
      const order = await read(requestCode).catch(() => null);
      return order
        ? post(`${address}/api/admin/orders/${requestCode}/approval`, { ids: Object.values(order.reservedIds ?? {}) }, headers)
        : { status: 0 };
    },
    reject: (requestCode) => post(`${address}/api/admin/orders/${requestCode}/rejection`, { reason: "No payment" }, headers),
    async viewProof(requestCode) {
      const shown = await fetch(`${address}/api/admin/orders/${requestCode}/proof`, { headers });
      await shown.bytes();
      return shown;
    },
    deliverToOneNetwork: () => changeSettings({ instantIdsMax: 0 }),
    async takeUpi() {
      await changeSettings({ takesRequest: true, takesAmazon: true });
      await switchOn("upi", { vpa: "trackside@okbank", payeeName: "Track Side", isMerchantVpa: false });
    },
    takeRazorpay: (keys) => switchOn("razorpay", keys),
    async paymentsBy(reference) {
      const listed = await fetch(`${address}/api/admin/payments?search=${reference}`, { headers });
      if (!listed.ok) throw new Error(`the payments were not shown: ${listed.status}`);
      return (await listed.json()).payments;
    },
    async wantNoEmails() {
      await changeSettings({ mailsNewOrders: false });
    },
    async sendFailedEmailsAgain() {
      const page = await (await fetch(`${address}/admin/emails?state=failed`, { headers })).text();
      const doors = page.match(/\/admin\/emails\/[\w-]+\/sending/g) ?? [];
      for (const door of doors) {
        const answer = await fetch(address + door, { method: "POST", body: new URLSearchParams(), headers });
        if (!answer.ok) throw new Error(`an email was not sent again: ${answer.status}`);
      }
      return doors.length;
    },
    async page(path, machine = address) {
      return (await fetch(machine + path, { headers })).text();
    },
    async send(path, fields, machine = address) {
      const answer = await fetch(machine + path, { method: "POST", body: new URLSearchParams(fields), headers });
      await answer.bytes();
      return answer.status;
    },
    statusOf: async (requestCode) => (await read(requestCode))?.status ?? null,
  };
}
