import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { settle } from "#shop/orders/payment/settling/settle.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";

let here: PayingShop;
let productId: string;
beforeAll(async () => {
  here = await openPayingShop();
  await setLimits(here.shop, "orders_max = 0, address_orders_max = 0, address_ids_max = 0");
  productId = (await aProduct(here.shop, { ids: Array.from({ length: 90 }, (_, n) => `nb-${n}`) })).id;
});
beforeEach(async () => {
  await behindTheRules(here.shop, "delete from instant_deliveries");
  await setLimits(here.shop, "instant_ids_max = default, new_buyers_ids_max = default");
  await here.setNow();
});
afterAll(() => here.close());

let payments = 0;
type Buying = { network?: string; paidBy?: string[]; email?: string; quantity?: number };

/** A buyer without any cookie orders through the API and pays. Returns what became of the order. */
async function buy({ network, paidBy = [], email, quantity = 1 }: Buying = {}): Promise<string> {
  payments += 1;
  const reference = `pay_${payments}`;
  const json = { ...anOrderForm({ productId, quantity, paymentMethod: "razorpay", email: email ?? null }), expectedPrice: undefined };
  const headers: Record<string, string> = network === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: network };
  const answer = await openApi(here.services)("/api/orders", { json, headers, as: aGuest() });
  const { id, totalAmount } = (await answer.json()) as { id: string; totalAmount: number };
  const money = {
    source: "razorpay" as const,
    reference,
    paise: totalAmount * 100,
    currency: "INR",
    paidAt: here.services.now(),
    payer: null,
    paidBy,
    feePaise: null,
    orderId: id,
    attemptId: null,
  };
  return (await inTransaction(here.services.db, (tx) => settle(here.services, tx, money))).outcome;
}

async function times(most: number, buying: (n: number) => Buying): Promise<string[]> {
  const all: string[] = [];
  for (let n = 0; n < most; n += 1) all.push(await buy(buying(n)));
  return all;
}

test.each<[string, (n: number) => Buying]>([
  ["UPI ID", () => ({ paidBy: ["Asha@okbank"] })],
  ["card", () => ({ paidBy: ["Xt5EWLLDS7FJjR1c"] })],
  ["payer's mailbox", (n) => ({ paidBy: [`asha+${n}@gmail.com`] })],
  ["mailbox of the order", (n) => ({ email: `as.ha+${n}@gmail.com` })],
  ["IPv4 address", () => ({ network: "203.0.113.5" })],
])("[S10.6] who clears the cookies gets no more IDs at once a day with the same %s, and another buyer does", async (_name, buying) => {
  expect(await times(7, buying)).toEqual([...Array(5).fill("delivered"), "held back", "held back"]);
  expect(await buy({ network: "198.51.100.8", paidBy: ["ravi@okbank"] })).toBe("delivered");
  await here.setNow(new Date(Date.now() + 25 * HOUR_MS));
  expect(await buy(buying(9)), "a day later").toBe("delivered");
});

test("[S10.6] an IPv6 /56 gets twice as many IDs a day for new buyers, a /48 four times", async () => {
  await setLimits(here.shop, "instant_ids_max = 1");
  expect(await times(3, (n) => ({ network: `2001:db8:a:${n}::/64` }))).toEqual(["delivered", "delivered", "held back"]);
  expect(await times(5, (n) => ({ network: `2001:db8:b:${n}00::/64` }))).toEqual([...Array(4).fill("delivered"), "held back"]);
});

test("[S10.6] all new buyers together get so many IDs an hour at once, also when they pay at the same moment; then orders wait", async () => {
  await setLimits(here.shop, "new_buyers_ids_max = 4");
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => buy({ quantity: 2 })));
  expect(outcomes.sort()).toEqual(["delivered", "delivered", "held back"]);
  const { rows } = await here.services.db.$client.query(
    "select distinct held_back from payments where held_back is not null order by 1 desc limit 1",
  );
  expect(rows).toEqual([{ held_back: "new buyers" }]);
  await here.setNow(new Date(Date.now() + 1.1 * HOUR_MS));
  expect(await buy({ quantity: 2 }), "an hour later").toBe("delivered");
});

test("[S10.6] the payer and the network are stored as fingerprints alone, for a day", async () => {
  await buy({ network: "203.0.113.6", paidBy: ["meera@okbank"] });
  const stored = async () => (await here.services.db.$client.query("select * from instant_deliveries")).rows;
  const before = await stored();
  expect(before).toHaveLength(1);
  expect(before[0].marks).toHaveLength(2);
  expect(before[0].marks.join()).not.toMatch(/meera|203\.0/);
  await here.setNow(new Date(Date.now() + 25 * HOUR_MS));
  await buy({});
  expect(await stored()).toHaveLength(1);
});
