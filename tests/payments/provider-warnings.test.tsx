import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { askSilentProviders } from "#shop/payments/methods/ask-silent-providers.server.ts";
import { readProviderWarnings } from "#shop/payments/methods/provider-warnings.server.ts";
import { testConnection } from "#shop/payments/methods/test-connection.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { anOwner } from "#tests/support/shop/builders.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { someSettings, wordsOf, written } from "#tests/support/web/render.tsx";
import AdminArea, { loader } from "#web/admin/frame/area.tsx";
import { requestContext } from "#web/context.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop("razorpay", 400);
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  await here.setNow();
});
afterAll(() => here.close());

/** What an admin's page says above its content, without the counts of the navigation. */
async function words(isPublic = false, path = "/admin/orders", settings = someSettings()): Promise<string> {
  const context = new RouterContextProvider();
  const own = await readSettings(here.services);
  context.set(requestContext, aRequest({ services: { ...here.services, isPublic }, visitor: here.admin, settings: own }));
  const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
  return wordsOf(written(<AdminArea {...({ loaderData } as Parameters<typeof AdminArea>[0])} />, { path, settings })).replaceAll(
    /\|\d+(?=\|)/g,
    "",
  );
}

test("[S10.11] a provider that was silent for 10 minutes is on every admin page until it answers, though nobody pays", async () => {
  const silence = "Razorpay hasn't confirmed payments since";
  const order = await here.anOpenOrder();
  await here.fake.turn({ fate: 500 });
  await here.follow(order);
  expect(await words(), "a moment's silence").not.toContain(silence);
  await here.setNow(new Date(Date.now() + 10 * MINUTE_MS));
  expect(await words()).toContain(silence);
  expect(await words(false, "/admin/payment-methods")).toContain(silence);
  expect(await words(false, "/admin/payment-methods/stripe")).toContain(silence);
  for (const path of ["razorpay", "razorpay/test"])
    expect(await words(false, `/admin/payment-methods/${path}`), "which says it itself").not.toContain(silence);

  expect(await askSilentProviders(here.services)).toBe(0);
  expect(await words()).toContain(silence);
  await here.fake.turn({ fate: null });
  expect(await askSilentProviders(here.services)).toBe(1);
  expect(await words()).not.toContain(silence);
});

test("[S10.11] testing the connection notes whether the provider answers", async () => {
  await here.fake.turn({ fate: 500 });
  await testConnection(here.services, here.admin, "razorpay");
  const later = { ...here.services, now: () => new Date(Date.now() + 11 * MINUTE_MS) };
  expect(await readProviderWarnings(later, anOwner)).toMatchObject([{ name: "razorpay", kind: "silent" }]);
  await here.fake.turn({ fate: null });
  await testConnection(here.services, here.admin, "razorpay");
  expect(await readProviderWarnings(later, anOwner)).toEqual([]);
});

test("[S10.1] a shop in which no payment method is on says on every admin page that nobody can order", async () => {
  const none = someSettings({ takesRequest: false, takesAmazon: false });
  for (const path of ["/admin", "/admin/payment-methods"])
    expect(await words(false, path, none)).toContain("No payment method is on, so nobody can order.");
  expect(await words(false, "/admin", { ...none, takesUpi: true })).not.toContain("nobody can order");
});

test("[S10.1] test keys in a public shop are a loud warning on every admin page", async () => {
  expect(await words(false)).not.toContain("test keys");
  expect(await words(true)).toContain("Razorpay has test keys, and this shop is public.");
});
