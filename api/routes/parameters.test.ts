import { expect, test } from "vitest";
import { paymentStates } from "#shop/payments/payment.ts";
import { inSnakeCase } from "#shop/snake-case.ts";
import { PaymentList } from "./parameters.ts";

test("[S10.9] the list of payments takes each state as it returns it, and as earlier programs spell it", () => {
  for (const state of paymentStates) {
    for (const asked of [state, inSnakeCase(state)]) expect(PaymentList.parse({ state: asked }).state).toBe(state);
  }
  expect(PaymentList.parse({ state: "" }).state).toBeNull();
  expect(PaymentList.parse({ state: "open" }).state).toBe("open");
  expect(PaymentList.safeParse({ state: "refund-dues" }).success).toBe(false);
});
