import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import Settings, { loader } from "./settings.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("the settings page warns of an unconfigured proxy beside the limits, and only then", async () => {
  const words = async (isProxyUnknown: boolean) => {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456", isProxyUnknown }));
    const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
    return wordsOf(written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: "/admin/settings" }));
  };
  const warning = textsIn("en", "adminSettings")("proxyNotTrusted");
  expect(await words(false)).not.toContain(warning);
  expect(await words(true)).toContain(warning);
});
