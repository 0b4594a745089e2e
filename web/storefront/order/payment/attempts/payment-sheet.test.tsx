import { expect, test, vi } from "vitest";
import type { PayingPart } from "#shop/orders/payment/attempts/paying-part.ts";
import { aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { soon } from "#tests/support/soon.ts";
import { someSettings, wordsOf, written } from "#tests/support/web/render.tsx";
import { PayingOfOrder } from "./paying-of-order.tsx";
import { PaymentSheet } from "./payment-sheet.tsx";

const now = new Date("2026-11-26T12:00:00Z");
const payBy = new Date("2026-11-28T12:00:00Z");
const upi = { payablePaise: 49_899, hasOwnAmount: true, payBy, utr: null };
const open: PayingPart = {
  state: "open",
  provider: "stripe",
  payablePaise: 49_899,
  payUrl: "https://pay.example/x",
  payBy,
  isTriedAgain: false,
  isAtOnce: true,
};

function shown(paying: PayingPart | null, { utr = null as string | null, settings = {} } = {}): string {
  const order = aWholeOrder("pending", { paymentMethod: "request", upi: { ...upi, utr } });
  const on = someSettings({ takesRazorpay: true, takesStripe: true, ...settings });
  return written(<PaymentSheet order={order} paying={paying} now={now} />, { settings: on });
}

const chosenIn = (html: string) => [...html.matchAll(/name="paymentMethod" value="(\w+)"/g)].map(([, name]) => name);

test("[S10.17] a buyer who was asked to pay chooses among the providers that are on, by plain forms, and sees the time in hours", () => {
  expect(chosenIn(shown(null))).toEqual(["razorpay", "stripe"]);
  expect(wordsOf(shown(null))).toContain("48 hours left");
  expect(chosenIn(shown(null, { settings: { takesStripe: false } }))).toEqual(["razorpay"]);
  expect(shown(null, { settings: { takesRazorpay: false, takesStripe: false } }), "UPI alone").toBe("");
  expect(shown(null, { utr: "632912345678" }), "a UTR is being checked").toBe("");
});

test("[S10.17] the page that is open at one provider is a link, and the other can still be chosen", () => {
  const html = shown(open);
  expect(html).toContain('href="https://pay.example/x"');
  expect(chosenIn(html)).toEqual(["stripe", "razorpay"]);
  expect(chosenIn(shown({ ...open, state: "opening", payUrl: null })), "a page is on its way").toEqual([]);
  expect(chosenIn(shown({ ...open, state: "failed", payUrl: null }))).toEqual(["stripe", "razorpay"]);
});

test("[S10.3] a provider that isn't answering is said as a warning, with what stays reserved", () => {
  const words = wordsOf(shown({ ...open, state: "opening", payUrl: null, isTriedAgain: true }));
  expect(words).toMatch(/Stripe isn't answering.*Your IDs stay reserved.*Check again/);
});

test("[S10.8] money that goes back is said once: with its amount, or here if it is not in rupees", async () => {
  const back: PayingPart = { ...open, state: "refund_due", payUrl: null };
  const shownWith = (duePaise: number) => {
    const order = aWholeOrder("rejected", { moneyBack: { duePaise, sentPaise: 0, donePaise: 0 } });
    return written(<PayingOfOrder order={order} paying={back} now={now} />);
  };
  expect(shownWith(49_899)).toBe("");
  // The sheet is loaded lazily.
  await vi.waitFor(() => expect(wordsOf(shownWith(0))).toContain("We'll send your money back."), soon);
});
