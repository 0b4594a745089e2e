import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import { openRazorpayServer } from "#tests/support/payments/razorpay-server.ts";
import { test as base } from "./shop-server.ts";

/** Journeys in a shop whose payment provider is a fake that runs as a process of its own. */
export const test = base.extend<object, { fake: FakeProviderServer }>({
  fake: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const fake = await openRazorpayServer();
      await use(fake);
      await fake.close();
    },
    { scope: "worker" },
  ],
  environment: [async ({ fake }, use) => use({ RAZORPAY_API_URL: fake.url }), { scope: "worker" }],
});
