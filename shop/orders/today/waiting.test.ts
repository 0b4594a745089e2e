import { expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";
import { countsOf, markOfMessages } from "./waiting.ts";

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
    messagesSince: 0,
    low: 2,
    soldOut: 1,
    emails: 9,
    deliveries: 9,
    newestAt: 0,
  };
  expect(countsOf(waiting)).toEqual({ queue: 7, products: 3, more: 11 });
});

test("[S14.15] messages are marked amber once the oldest waits for 24 hours, red after 48", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const after = (hours: number) => markOfMessages({ messagesSince: now.getTime() - hours * HOUR_MS }, now);
  expect([after(0), after(23.9), after(24), after(47.9), after(48), after(500)]).toEqual([null, null, "amber", "amber", "red", "red"]);
  expect(markOfMessages({ messagesSince: 0 }, now), "none waits").toBeNull();
});
