import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import AdminArea, { loader } from "./area.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("every page of the admin area warns of an unconfigured proxy and links to the settings, which explain it", async () => {
  const admin = await anAdmin(shop);
  const page = async (isProxyUnknown: boolean, path = "/admin/orders", visitor: Visitor = admin) => {
    const context = new RouterContextProvider();
    const settings = await readSettings(shop.services);
    context.set(requestContext, aRequest({ services: shop.services, visitor, isProxyUnknown, settings }));
    const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
    return written(<AdminArea {...({ loaderData } as Parameters<typeof AdminArea>[0])} />, { path });
  };
  for (const path of ["/admin/orders", "/admin/customers"]) {
    expect(wordsOf(await page(false, path))).not.toContain(textsIn("en", "adminFrame")("proxyUnnamed"));
    expect(wordsOf(await page(true, path))).toContain(textsIn("en", "adminFrame")("proxyUnnamed"));
    const links = (html: string) => html.split('href="/admin/settings/security"').length;
    expect(links(await page(true, path))).toBeGreaterThan(links(await page(false, path)));
  }
  expect(wordsOf(await page(true, "/admin/settings/security")), "where all of it is said").not.toContain(
    textsIn("en", "adminFrame")("proxyUnnamed"),
  );
  expect(wordsOf(await page(true, "/admin/second-factor", aGuest())), "before the second factor").not.toContain(
    textsIn("en", "adminFrame")("proxyUnnamed"),
  );
});
