import { expect, test } from "vitest";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { linksOf, someSettings, written } from "#tests/support/web/render.tsx";
import PaymentMethods from "./payment-methods.tsx";

const upi = { isOn: false, vpa: "shop@okbank", payeeName: null, isMerchantVpa: false };
const razorpay: ShownMethod = {
  name: "razorpay",
  isOn: true,
  settings: { keyId: "rzp_test_1DP5mmOlF5G5ag" },
  secrets: { keySecret: "3456", webhookSecret: "6789" },
  missing: [],
  isTest: true,
  eventsPath: "/api/payments/razorpay/events",
  changedAt: new Date("2026-11-28T09:00:00Z"),
  lastEvent: { kind: "payment_link.paid", receivedAt: new Date("2026-11-28T10:00:00Z") },
  silentSince: null,
  hasEarlierKeys: false,
};
const stripe: ShownMethod = {
  ...razorpay,
  name: "stripe",
  isOn: false,
  settings: {},
  secrets: {},
  missing: ["secretKey", "webhookSecret"],
  isTest: null,
  lastEvent: null,
};

test("[S10.1] the list has every method of the shop: on or off, what is missing, the last message, and where it is set up", () => {
  const loaderData = { upi, providers: [razorpay, stripe] };
  const settings = someSettings({ takesAmazon: false, takesRazorpay: true });
  const html = written(<PaymentMethods {...({ loaderData } as Parameters<typeof PaymentMethods>[0])} />, { settings });
  const rows = linksOf(html).filter(([, to]) => !to.includes("#instant-delivery"));
  expect(rows.map(([, to]) => to)).toEqual([
    "/admin/payment-methods/request",
    "/admin/payment-methods/amazon",
    "/admin/payment-methods/upi",
    "/admin/payment-methods/razorpay",
    "/admin/payment-methods/stripe",
  ]);
  const words = rows.map(([row]) => row.replaceAll(/\s+/g, " "));
  expect(words[0]).toMatch(/^Request First On .*No payment instructions$/);
  expect(words[1]).toMatch(/^Amazon Gift Card Off .*Ready to turn on$/);
  expect(words[2]).toMatch(/^UPI Off .*Missing: Payee name$/);
  expect(words[3]).toMatch(/^Razorpay Test keys On .*Last message: payment_link.paid , .*2026/);
  expect(words[4]).toMatch(/^Stripe Off .*Missing: Secret key, Webhook secret$/);
});
