import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import { standardReasons } from "../orders/rejection/standard-reasons.ts";
import Settings, { action, loader } from "./settings.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("the settings page warns of an unconfigured proxy beside the limits, and only then", async () => {
  const words = async (isProxyUnknown: boolean) => {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456", isProxyUnknown }));
    const loaderData = await loader({ context, params: { section: "security" } } as unknown as Parameters<typeof loader>[0]);
    return wordsOf(written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: "/admin/settings/security" }));
  };
  const warning = textsIn("en", "adminSettings")("proxyNotTrusted");
  expect(await words(false)).not.toContain(warning);
  expect(await words(true)).toContain(warning);
});

test("[S5.6] the standard reasons stay the shop's in every language until one of them is changed", async () => {
  const save = async (reasons: ReturnType<typeof standardReasons>) => {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456" }));
    const body = new FormData();
    for (const [row, reason] of reasons.entries())
      for (const [language, text] of Object.entries(reason)) body.set(`rejectionReasons.${row}.${language}`, text);
    const request = new Request("https://shop.example/admin/settings/orders", { method: "POST", body });
    await action({ request, context, params: { section: "orders" } } as unknown as Parameters<typeof action>[0]);
    return (await readSettings(shop.services)).rejectionReasons;
  };
  const [first = {}, ...others] = standardReasons();
  expect(Object.keys(first)).toEqual(["en", "hi"]);
  expect(await save([first, ...others])).toBeNull();
  expect(await save([{ en: "No money came.", hi: "" }, ...others])).toEqual([{ en: "No money came." }, ...others]);
  expect(await save([first, ...others]), "as they were again").toBeNull();
});

test("[S1.8] a page that was open before the settings had sections still saves all of them, unless they changed since", async () => {
  const { changedAt, translations: _, rejectionReasons: __, ...settings } = await readSettings(shop.services);
  const post = async (changes: Record<string, string>) => {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456" }));
    const fields = Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== null && value !== false);
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value === true ? "on" : String(value)]));
    const request = new Request("https://shop.example/admin/settings", { method: "POST", body });
    const answer = await action({ request, context, params: {} } as unknown as Parameters<typeof action>[0]);
    return { status: answer.init?.status ?? 200, data: answer.data as { ok: boolean; seenAt?: string; typed?: object } };
  };
  const saved = await post({ name: "Night Mail", ordersMax: "77", seenAt: changedAt.toISOString() });
  expect(saved).toMatchObject({ status: 200, data: { ok: true, section: "shop" } });
  expect(await readSettings(shop.services)).toMatchObject({ name: "Night Mail", ordersMax: 77 });
  expect(await post({ name: "Day Mail", seenAt: saved.data.seenAt ?? "" }), "saved twice").toMatchObject({ status: 200 });
  const late = await post({ name: "Late Mail", seenAt: changedAt.toISOString() });
  expect(late).toMatchObject({ status: 409, data: { code: "settingsChangedMeanwhile", typed: { name: "Late Mail" } } });
  expect(await post({ name: "", seenAt: changedAt.toISOString() })).toMatchObject({ status: 422, data: { field: "name" } });
  expect(await readSettings(shop.services)).toMatchObject({ name: "Day Mail" });
});
