import { expect, test, vi } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { aStrangersOrder, aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { soon } from "#tests/support/soon.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { PageLanguage } from "#web/texts.tsx";
import { OrderStatus } from "./order-status-view.tsx";

const at = new Date("2026-11-05T12:00:00Z");

const payee = { vpa: "shop@okbank", payeeName: "The Shop", isMerchantVpa: true, isHeardOf: false };

const htmlOf = (order: OrderView, language: "en" | "hi" = "en", now = at, isOnSale = true, conversation: ShownConversation | null = null) =>
  written(
    <PageLanguage value={{ language }}>
      <OrderStatus
        order={order}
        howToPay=""
        payee={payee}
        paying={null}
        now={now}
        origin="https://shop.example"
        isGuest
        isOnSale={isOnSale}
        conversation={conversation}
      />
    </PageLanguage>,
  );
const pageOf = (...asked: Parameters<typeof htmlOf>) => wordsOf(htmlOf(...asked)).replaceAll("|", " ");

test("[S2.15] what was erased of an order is called erased to its buyer; a stranger reads that it is not there", async () => {
  const amazon = { paymentMethod: "amazon", paymentVerified: true } as const;
  const erased = { giftCard: { erasedAt: at }, proof: { erasedAt: at } };
  const order = aWholeOrder("approved", { ...amazon, ...erased, deliveredIds: { erasedAt: at } });
  // The note is loaded lazily.
  const buyers = await vi.waitFor(() => pageOf(order), soon);
  expect(buyers).toContain("IDs erased:");
  expect(buyers).toContain(textsIn("en", "order")("idsErased"));
  expect(buyers).toContain("Gift card code erased:");
  expect(buyers).toMatch(/Gift card Erased +Payment proof Erased +Verification Verified/);
  expect(buyers).not.toContain("Copy all");
  expect(pageOf(aStrangersOrder({ ...amazon, status: "approved" }))).toMatch(/Gift card Not provided +Payment proof Not received/);
});

test("[S2.15] [S5.6] each status says how the order ended, and its buyer why", () => {
  expect(pageOf(aWholeOrder("approved"))).toMatch(/Your 2 IDs.*ID-ONE.*ID-TWO.*Approved 2 Nov 2026.*Paid Not yet/);
  expect(pageOf(aWholeOrder("rejected", { reason: "The card was empty" }))).toMatch(/Reason: +The card was empty.*Rejected 2 Nov 2026/);
  expect(pageOf(aWholeOrder("cancelled", { expiredAfterHours: 72 }))).toMatch(/Reason: .*72 .*Cancelled 3 Nov 2026/);
  expect(pageOf(aWholeOrder("cancelled", { expiredAfterHours: 48, isUnanswered: true }))).toMatch(/Reason: .*question .*48 hours/);
  expect(pageOf(aWholeOrder("cancelled"))).not.toContain("Reason:");
  const strangers = pageOf(aStrangersOrder({ status: "rejected" }));
  expect(strangers).toContain("Rejected 2 Nov 2026");
  expect(strangers).not.toContain("Reason:");
});

test("[S14.3] whatever the shop asks for, also a new proof, its buyer first reads that there is a question", async () => {
  for (const asks of ["words", "picture", "proof", "utr"] as const) {
    const question = { number: 1, asks, text: "Please answer.", at, language: null };
    const conversation: ShownConversation = { messages: [], earlier: 0, waitsFor: "buyer", question, language: "en", key: "key" };
    const order = aWholeOrder("pending", { paymentMethod: "amazon", mayResendProof: asks === "proof" });
    // The parts about messages are loaded lazily.
    const shown = await vi.waitFor(() => wordsOf(htmlOf(order, "en", at, true, conversation)), soon);
    expect(shown, asks).toContain(textsIn("en", "order")("askedTitle"));
    const failed = wordsOf(htmlOf({ ...order, paymentVerified: false }, "en", at, true, conversation));
    expect(failed.includes(textsIn("en", "order")("notVerifiedTitle")), `${asks}, of a proof that failed`).toBe(asks === "proof");
  }
});

test("[S15.8] an ID that came by a swap says once when it was replaced", async () => {
  const claim = {
    number: 1,
    state: "swapped",
    reason: "used",
    openedAt: at,
    decidedAt: at,
    isOfThisId: false,
    wasOpenedAgain: false,
  } as const;
  const ids = (claimed: typeof claim | null) => ({ userId: "guest", deliveredIds: [{ value: "ID-ONE", replacedAt: at, claim: claimed }] });
  const shown = await vi.waitFor(() => {
    const page = pageOf(aWholeOrder("approved", ids(claim)));
    expect(page).toContain("REQ-MJUJ7Z40-C1");
    return page;
  }, soon);
  expect(shown.match(/Replaced/g)).toHaveLength(1);
  expect(pageOf(aWholeOrder("approved", ids(null))).match(/Replaced/g)).toHaveLength(1);
});

test("[S2.15] the IDs stand directly under the status; code, date, product and amount are below", () => {
  expect(pageOf(aWholeOrder("approved"))).toMatch(
    /Approved +Your IDs are here +Your 2 IDs +ID-ONE.*REQ-MJUJ7Z40.*Ordered +1 Nov 2026.*Gold account.*₹201\.00/,
  );
});

test("[S2.15] [S10.12] what is to be paid stands directly under the status, on the first screen of a phone", async () => {
  const upi = { payablePaise: 20_100, hasOwnAmount: true, payBy: at, utr: null };
  // The part is loaded lazily.
  const page = await vi.waitFor(() => {
    const shown = pageOf(aWholeOrder("pending", { paymentMethod: "upi", upi }));
    expect(shown).toContain("Open a UPI app");
    return shown;
  }, soon);
  expect(page).toMatch(/Pay for your order.*Open a UPI app.*Paid\? Send us the UTR.*Delivered.*REQ-MJUJ7Z40.*Gold account/);
});

test("[S2.15] [S2.27] the buyer of an order that ended can order again, or message the shop with the code filled in", () => {
  const ways = [
    ["Order again", "/product/p"],
    ["Message us", "/contact?order=REQ-MJUJ7Z40"],
  ];
  for (const status of ["rejected", "cancelled"] as const) expect(linksOf(htmlOf(aWholeOrder(status)))).toEqual(ways);
  for (const status of ["pending", "approved"] as const) expect(linksOf(htmlOf(aWholeOrder(status)))).not.toContainEqual(ways[0]);
  const ofDeleted = linksOf(htmlOf(aWholeOrder("rejected"), "en", at, false));
  expect(ofDeleted).toEqual([["See products", "/products"], ways[1]]);
});

test("[S2.15] [S6.6] a stranger reads how to unlock the order, and gets no private link", () => {
  for (const status of ["pending", "approved", "rejected", "cancelled"] as const) {
    const html = htmlOf(aStrangersOrder({ status }));
    expect(wordsOf(html)).toContain("Is this your order?");
    expect(linksOf(html)).toEqual([
      ["Log in", "/login?to=/order-status/REQ-MJUJ7Z40"],
      ["Message us", "/contact?order=REQ-MJUJ7Z40"],
    ]);
    expect(html).not.toMatch(/link\.png|\/key\/|wa\.me/);
  }
});

test("[S6.6] the buyer copies, shares and scans the private link", () => {
  const html = htmlOf(aWholeOrder("approved", { userId: "guest", privatePath: "/order-status/REQ-MJUJ7Z40/key/k" }));
  expect(linksOf(html)).toContainEqual(["Share", "https://wa.me/?text=https%3A%2F%2Fshop.example%2Forder-status%2FREQ-MJUJ7Z40%2Fkey%2Fk"]);
  expect(tagsWith(html, "<img", 'src="/order-status/REQ-MJUJ7Z40/link.png"', 'loading="lazy"')).toHaveLength(1);
});

test("[S1.2] [S11.1] a pending order says when it was placed and by when it is decided, as people say times", () => {
  const pending = aWholeOrder("pending", { createdAt: new Date("2026-11-05T11:30:00Z") });
  const english = pageOf(pending);
  expect(english).toContain("hear by tomorrow, 5:00 pm, right here.");
  expect(english).toContain("Ordered today, 5:00 pm");
  expect(pageOf(pending, "en", new Date("2026-11-05T18:30:00Z"))).toMatch(/by today, 5:00 pm.*Ordered yesterday, 5:00 pm/);
  expect(pageOf(pending, "hi")).toMatch(/कल, 5:00 pm तक.*ऑर्डर किया आज, 5:00 pm/);
});

test("[S11.1] an order's page reads in the visitor's language, with its times", () => {
  expect(pageOf(aWholeOrder("approved"), "hi")).toMatch(/आपकी ID आ गई हैं.*आपकी 2 ID.*ID-ONE.*डिलीवर हुआ.*अप्रूव हुआ 2 नवंबर 2026/);
  expect(pageOf(aWholeOrder("cancelled", { expiredAfterHours: 72 }), "hi")).toMatch(/कारण: +अपने आप कैंसिल हुआ: 72 घंटे में अप्रूव नहीं हुआ/);
  expect(pageOf(aWholeOrder("cancelled", { expiredAfterHours: 48, isUnanswered: true }), "hi")).toMatch(/सवाल का जवाब 48 घंटे में नहीं आया/);
});

test("[S10.8] [S10.10] the order tells its buyer of money that goes back and that did, and that a paid order is looked at", () => {
  const page = pageOf(aWholeOrder("cancelled", { moneyBack: { duePaise: 10_000, sentPaise: 20_000, donePaise: 19_900 } }));
  expect(page).toMatch(/refund +₹100\.00 +of your payment soon/);
  expect(page).toMatch(/₹200\.00 +of your payment is on its way back/);
  expect(page).toMatch(/refunded +₹199\.00 +of your payment/);
  expect(pageOf(aWholeOrder("cancelled"))).not.toMatch(/refund|back to you/);
  expect(pageOf(aWholeOrder("cancelled", { hasPaymentToReview: true }))).toMatch(/We have your payment and are checking it/);
  expect(pageOf(aWholeOrder("pending", { paymentMethod: "upi", paidAt: new Date() }))).toMatch(/We have your payment/);
});
