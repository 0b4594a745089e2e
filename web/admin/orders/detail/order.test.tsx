import { expect, test } from "vitest";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { anAdminOrder } from "#tests/support/shop/shown-orders.ts";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { PageLanguage } from "#web/texts.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderIds } from "./order-ids.tsx";
import { OrderPast } from "./order-past.tsx";
import { OrderPayment } from "./order-payment-sheet.tsx";

const at = new Date("2026-11-05T12:00:00Z");

function inDepth(order: AdminOrder): OrderInDepth {
  return {
    ...order,
    customer: null,
    hasProduct: true,
    available: 1,
    hasPrivateLink: false,
    mustShowIds: false,
    proofResentAt: null,
    payments: [],
    reopened: null,
    emails: [],
    actions: [],
    approvedByName: "owner@shop.example",
  };
}

const wordsIn = (html: string) => wordsOf(html).replaceAll("|", " ");
const idsOf = (order: AdminOrder) => wordsIn(written(<OrderIds order={inDepth(order)} answered={undefined} />));
const detailsOf = (order: AdminOrder) => wordsIn(written(<OrderDetails order={inDepth(order)} currency="₹" />));

test("[S6.5] an admin reads of an erased code and picture that they were erased, and is shown no picture", () => {
  const erased = { paymentMethod: "amazon", giftCard: { erasedAt: at }, proof: { erasedAt: at } } as const;
  const html = written(<OrderPayment order={inDepth(anAdminOrder("rejected", erased))} currency="₹" answered={undefined} />);
  expect(wordsIn(html)).toMatch(/Gift card code Erased.*Gift card code erased:.*Payment proof erased:/);
  expect(tagsWith(html, "<img")).toEqual([]);
});

test("[S10.1] a free order has nothing to be marked as paid", () => {
  const paymentOf = (order: Partial<AdminOrder>) =>
    wordsIn(
      written(<OrderPayment order={inDepth({ ...anAdminOrder("approved"), ...order } as AdminOrder)} currency="₹" answered={undefined} />),
    );
  expect(paymentOf({})).toMatch(/Mark as paid.*Request First.*Not paid/);
  const free = paymentOf({ pricePaise: 0, totalPaise: 0 });
  expect(free).toMatch(/Method Free/);
  expect(free).not.toMatch(/[Pp]aid|Request First/);
});

test("[S2.9] [S6.5] a pending order shows what it holds, an approved one what it was given; what was erased cannot be replaced", () => {
  expect(idsOf(anAdminOrder("pending"))).toMatch(/2 reserved IDs.*held-1.*held-2/);
  expect(idsOf(anAdminOrder("approved"))).toMatch(/2 delivered IDs.*Swap ID.*ID-ONE.*ID-TWO/);
  const erased = idsOf(anAdminOrder("approved", { deliveredIds: { erasedAt: at } }));
  expect(erased).toContain("IDs erased:");
  expect(erased).not.toContain("Copy all");
  for (const status of ["rejected", "cancelled"] as const) expect(idsOf(anAdminOrder(status))).toBe("");
});

test("[S4.6] [S5.6] the details say how an order ended, who approved it and why it was not given", () => {
  expect(detailsOf(anAdminOrder("approved"))).toMatch(/Approved 2 Nov 2026.*Approved by owner@shop.example/);
  expect(detailsOf(anAdminOrder("rejected", { reason: "The card was empty" }))).toMatch(/Rejected 2 Nov 2026.*Reason The card was empty/);
  expect(detailsOf(anAdminOrder("cancelled", { expiredAfterHours: 72 }))).toMatch(/Cancelled 3 Nov 2026.*Reason .*72/);
  expect(detailsOf(anAdminOrder("pending"))).not.toMatch(/Approved|Rejected|Cancelled|Reason/);
});

test("[S4.6] the history says who did what, the oldest first", () => {
  const done = (action: string, facts = {}) => ({ at, adminName: "owner@shop.example", action, facts });
  const pastOf = (order: AdminOrder, ...actions: ReturnType<typeof done>[]) =>
    wordsIn(written(<OrderPast order={{ ...inDepth(order), actions }} />)).replaceAll(/ +/g, " ");
  expect(pastOf(anAdminOrder("approved"), done("order-approved"), done("id-replaced", { position: 2 }), done("of-a-newer-shop"))).toMatch(
    /The buyer placed the order.*owner@shop.example approved the order.*owner@shop.example replaced an ID of the order \(position: 2\).*owner@shop.example of-a-newer-shop the order/,
  );
  expect(pastOf(anAdminOrder("cancelled", { expiredAfterHours: 72 }))).toMatch(
    /The shop cancelled the order automatically \(not approved within 72 h\)/,
  );
  expect(pastOf(anAdminOrder("cancelled", { expiredAfterHours: 48, isUnanswered: true }))).toMatch(
    /The shop cancelled the order automatically \(question not answered within 48 h\)/,
  );
  expect(pastOf(anAdminOrder("rejected"))).toMatch(/The buyer placed the order.* rejected /);
});

test("[S11.1] the order's page is in the visitor's language", () => {
  const order = inDepth(anAdminOrder("approved"));
  const html = written(
    <PageLanguage value={{ language: "hi" }}>
      <OrderIds order={order} answered={undefined} />
      <OrderPast order={order} />
    </PageLanguage>,
  );
  expect(wordsIn(html)).toMatch(/2 डिलीवर हुई ID.*खरीदार.*ने ऑर्डर किया/);
});
