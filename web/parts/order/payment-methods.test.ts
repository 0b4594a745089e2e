import { expect, test } from "vitest";
import { isAtOnce, methodsOn } from "./payment-methods.ts";

const noProvider = { takesRazorpay: false, takesStripe: false };

test("[S1.4] [S1.5] buyers are offered the payment methods that are on, Request First before the gift card", () => {
  expect(methodsOn({ takesRequest: true, takesAmazon: true, takesUpi: false, ...noProvider })).toEqual(["request", "amazon"]);
  expect(methodsOn({ takesRequest: false, takesAmazon: true, takesUpi: false, ...noProvider })).toEqual(["amazon"]);
  expect(methodsOn({ takesRequest: true, takesAmazon: false, takesUpi: false, ...noProvider })).toEqual(["request"]);
});

test("[S10.1] the method that brings the IDs soonest is offered first", () => {
  const all = { takesRequest: true, takesAmazon: true, takesUpi: true, takesRazorpay: true, takesStripe: true };
  expect(methodsOn(all)).toEqual(["razorpay", "stripe", "upi", "request", "amazon"]);
});

test("[S1.2] [S10.6] IDs come at once by a provider or for nothing, up to the product's limit; what a person checks never does", () => {
  const order = { quantity: 2, totalPaise: 99_800 };
  expect(["razorpay", "stripe"].map((method) => isAtOnce(method as "razorpay" | "stripe", order, 2))).toEqual([true, true]);
  expect(isAtOnce("razorpay", order, 1)).toBe(false);
  for (const method of ["request", "amazon", "upi"] as const) expect(isAtOnce(method, order, 1_000)).toBe(false);
  expect(isAtOnce("request", { quantity: 2, totalPaise: 0 }, 2)).toBe(true);
});
