import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { stepsWith } from "./steps.ts";

const steps = (methods: ChoosableMethod[], hasPaymentInstructions: boolean) =>
  stepsWith(textsIn("en", "home"), { methods, hasPaymentInstructions });

test("[S1.4] [S2.9] the steps say that the ID comes with the approval and is paid afterwards, and who explains how", () => {
  const paying = (hasPaymentInstructions: boolean) => steps(["request"], hasPaymentInstructions)[1]?.more;
  expect(paying(true)).toContain("pay after approval. When we approve your order, your ID and how to pay appear on its page.");
  expect(paying(false)).toContain(
    "pay after approval. When we approve your order, your ID appears on its page. We then tell you how to pay.",
  );
  expect(JSON.stringify(steps(["amazon"], true))).not.toContain("how to pay");
});

test("[S1.2] the steps say one thing about the wait: a person's review, or that the payment confirms the order", () => {
  const third = (isAtOnce: boolean) =>
    stepsWith(textsIn("en", "home"), { methods: ["razorpay", "request"], hasPaymentInstructions: true, isAtOnce })[2]?.text;
  expect(third(false)).toBe("Within 12-24 hours, by a person.");
  expect(third(true)).toBe("Paid online, it confirms your order at once.");
});
