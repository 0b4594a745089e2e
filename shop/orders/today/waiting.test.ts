import { expect, test } from "vitest";
import { countsOf } from "./waiting.ts";

test("[S12.2] the navigation counts pending orders, products that run out, and messages and payments together", () => {
  const waiting = {
    restored: 0,
    pending: 7,
    late: 2,
    proofs: 1,
    paid: 1,
    review: 3,
    refunds: 1,
    missing: 0,
    disputes: 1,
    messages: 4,
    claims: 2,
    claimsWaiting: 9,
    low: 2,
    soldOut: 1,
    emails: 9,
    deliveries: 9,
    newestAt: 0,
  };
  expect(countsOf(waiting)).toEqual({ queue: 7, products: 3, more: 11 });
});
