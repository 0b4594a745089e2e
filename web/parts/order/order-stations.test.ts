import { expect, test } from "vitest";
import { promisedBy, stationsOf } from "./order-stations.ts";

const createdAt = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-21T15:00:00Z");
const order = { paymentMethod: "request" as const, createdAt, processedAt: null, cancelledAt: null, paymentVerified: null };

test.each([
  [{ ...order, status: "pending" as const }, ["placed", "inReview", "delivered"], "inReview"],
  [{ ...order, status: "pending" as const, paymentMethod: "razorpay" as const }, ["placed", "payment", "delivered"], "payment"],
  [{ ...order, status: "pending" as const, paymentMethod: "upi" as const }, ["placed", "payment", "delivered"], "payment"],
  [{ ...order, status: "pending" as const, upi: {} }, ["placed", "payment", "delivered"], "payment"],
  [
    { ...order, status: "pending" as const, paymentMethod: "razorpay" as const, paidAt: later },
    ["placed", "inReview", "delivered"],
    "inReview",
  ],
  [{ ...order, status: "pending" as const, upi: {}, hasPaymentToReview: true }, ["placed", "inReview", "delivered"], "inReview"],
  [{ ...order, status: "pending" as const, paymentVerified: false }, ["placed", "paymentCheckFailed", "delivered"], "paymentCheckFailed"],
  [{ ...order, status: "approved" as const, processedAt: later }, ["placed", "inReview", "delivered"], "delivered"],
  [{ ...order, status: "rejected" as const, processedAt: later }, ["placed", "inReview", "rejected"], "rejected"],
  [{ ...order, status: "rejected" as const, processedAt: later, paymentMethod: "upi" as const }, ["placed", "rejected"], "rejected"],
  [
    { ...order, status: "rejected" as const, processedAt: later, paymentMethod: "upi" as const, paidAt: later },
    ["placed", "payment", "rejected"],
    "rejected",
  ],
  [{ ...order, status: "cancelled" as const, cancelledAt: later }, ["placed", "cancelled"], "cancelled"],
])("[S4.7] the line of an order shows where it is: $2", (seen, names, here) => {
  const stations = stationsOf(seen);
  expect(stations.map(({ name }) => name)).toEqual(names);
  expect(stations.filter(({ state }) => state === "here").map(({ name }) => name)).toEqual([here]);
  expect(stations.find(({ name }) => name === here)?.at).toEqual(seen.status === "pending" ? null : later);
});

test("[S1.2] an order is promised within 24 hours", () => {
  expect(promisedBy(createdAt, null)).toEqual(new Date("2026-11-22T12:00:00Z"));
});
