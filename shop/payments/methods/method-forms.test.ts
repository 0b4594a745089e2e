import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { methodForms } from "./method-forms.ts";

test("[S10.1] a provider's keys are read without what came along when they were copied, and half of one is refused", () => {
  const copied = {
    keyId: "\u200brzp_live_1DP5mmOlF5G5ag\u00a0",
    keySecret: "thisis\u200bsupersecret0123\n",
    webhookSecret: "\u2060Tick-Tock_1",
  };
  expect(parsed(methodForms.razorpay, copied)).toEqual({
    ok: true,
    value: { isOn: false, keyId: "rzp_live_1DP5mmOlF5G5ag", keySecret: "thisissupersecret0123", webhookSecret: "Tick-Tock_1" },
  });
  expect(parsed(methodForms.stripe, { secretKey: "sk_test_51HA9GfABCDE\ufeff", webhookSecret: "\u200b" })).toMatchObject({
    value: { secretKey: "sk_test_51HA9GfABCDE", webhookSecret: null },
  });
  expect(parsed(methodForms.stripe, { secretKey: "51HA9Gf" })).toMatchObject({ ok: false, code: "providerKeyInvalid", field: "secretKey" });
  expect(parsed(methodForms.razorpay, { webhookSecret: "two words here" })).toMatchObject({ code: "webhookSecretInvalid" });
});
