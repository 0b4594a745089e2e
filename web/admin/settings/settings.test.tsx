import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { anAdmin } from "#tests/support/builders.ts";
import { wordsOf, written } from "#tests/support/render.tsx";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { incidentContext, proxyUnknownContext, servicesContext, visitorContext } from "#web/context.ts";
import Settings, { loader } from "./settings.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("the settings page warns of a proxy that nobody told the shop about, beside the limits, and otherwise not", async () => {
  const words = async (isProxyUnknown: boolean) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, shop.services);
    context.set(visitorContext, await anAdmin(shop));
    context.set(incidentContext, "ABC23456");
    context.set(proxyUnknownContext, isProxyUnknown);
    const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
    return wordsOf(written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: "/admin/settings" }));
  };
  expect(await words(false)).not.toContain(messages.proxyNotTrusted);
  expect(await words(true)).toContain(messages.proxyNotTrusted);
});
