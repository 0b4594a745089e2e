import { resolve } from "node:path";
import { type FakeProviderServer, openFake } from "#server/fake-provider/open-fake.ts";

/** The keys of the account that the fake knows. */
export const razorpayAccount = { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "thisissupersecret0123456" };

/** Opens a server that speaks Razorpay's API, with its payment page and its webhooks. */
export function openRazorpayServer(): Promise<FakeProviderServer> {
  return openFake(resolve("server/fake-provider/razorpay-process.ts"), razorpayAccount);
}
