import { expect, test } from "vitest";
import { methodsOn } from "./payment-methods.ts";

const noProvider = { takesRazorpay: false, takesStripe: false };

test("[S1.4] [S1.5] buyers are offered the payment methods that are on, Request First before the gift card", () => {
  expect(methodsOn({ takesRequest: true, takesAmazon: true, takesUpi: false, ...noProvider })).toEqual(["request", "amazon"]);
  expect(methodsOn({ takesRequest: false, takesAmazon: true, takesUpi: false, ...noProvider })).toEqual(["amazon"]);
  expect(methodsOn({ takesRequest: true, takesAmazon: false, takesUpi: false, ...noProvider })).toEqual(["request"]);
});
