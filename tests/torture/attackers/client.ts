import { setTimeout as wait } from "node:timers/promises";
import { post } from "../storm.ts";
import type { AttackedShop } from "./attacked-shop.ts";

/** An order that a client placed: its code, and the key that opens it. */
export type Ordered = { requestCode: string; accessKey: string; totalAmount: number };
type Shown = { status: string; paidAt: string | null; payment: { state: string; payable: number; payUrl: string | null } | null };

const AGAIN_MS = 100;
const PAGE_WITHIN_MS = 20_000;

/** What a client without cookies does from one network. */
export function clientFrom({ shop: { address }, productId }: AttackedShop, network: string) {
  const headers = { "x-forwarded-for": network };
  const orders = `${address}/api/orders`;
  const show = async ({ requestCode, accessKey }: Ordered): Promise<Shown | null> => {
    const shown = await fetch(`${orders}/${requestCode}`, { headers: { ...headers, "x-access-key": accessKey } }).catch(() => null);
    return shown?.ok ? ((await shown.json()) as Shown) : null;
  };
  return {
    /** Orders one ID; null if the shop refuses. */
    async order(paymentMethod: "upi" | "razorpay" | "request", email: string | null = null): Promise<Ordered | null> {
      const { status, body } = await post(orders, { productId, quantity: 1, paymentMethod, ...(email && { email }) }, headers);
      return status === 201 ? (body as Ordered) : null;
    },
    show,
    async cancel({ requestCode, accessKey }: Ordered): Promise<boolean> {
      const key = { "x-access-key": accessKey };
      return (await post(`${orders}/${requestCode}/cancellation`, {}, { ...headers, ...key })).status === 200;
    },
    /** Pays at the provider as soon as there is a page; false if there is none. */
    async pay(ordered: Ordered): Promise<boolean> {
      for (const until = performance.now() + PAGE_WITHIN_MS; performance.now() < until; await wait(AGAIN_MS)) {
        const payUrl = (await show(ordered))?.payment?.payUrl;
        if (payUrl) return (await fetch(payUrl, { method: "POST", body: "choice=pay", redirect: "manual" })).status === 303;
      }
      return false;
    },
    /** Begins to pay again. */
    payAgain: ({ requestCode, accessKey }: Ordered) =>
      post(`${orders}/${requestCode}/payment-attempts`, {}, { ...headers, "x-access-key": accessKey }),
    /** Looks an order up by its code alone. Resolves to the status. */
    lookUp: (requestCode: string) => fetch(`${orders}/${requestCode}`, { headers }).then(statusOf, () => 0),
    /** Sends a form. Resolves to the status. */
    send: (path: string, fields: Record<string, string>) =>
      fetch(address + path, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(fields),
        headers: { ...headers, origin: new URL(address).origin },
      }).then(statusOf, () => 0),
    logIn: (email: string, password: string) =>
      post(`${address}/api/auth/sign-in/email`, { email, password }, { ...headers, origin: address }),
    signUp: (email: string, password: string) =>
      post(`${address}/api/auth/sign-up/email`, { email, password }, { ...headers, origin: address }),
  };
}

/** Reads an answer to its end. */
async function statusOf(answer: Response): Promise<number> {
  await answer.bytes();
  return answer.status;
}

/** The nth /64 of an IPv6 /48, each in another /56 than the one before. */
export function inOne48(n: number, which = 1): string {
  return `2001:db8:${which}:${((n * 257) % 65_536).toString(16)}::1`;
}

/** The nth address of many networks that have nothing in common. */
export function anywhere(n: number, which = 18): string {
  return `198.${which}.${(n >> 8) & 255}.${n & 255}`;
}
