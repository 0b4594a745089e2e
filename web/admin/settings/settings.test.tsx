import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import { standardPresets } from "../orders/messages/standard-questions.ts";
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

test("[S14.15] [S14.16] the settings of the shop hold the grievance officer, those of the data the days of messages", async () => {
  await setLimits(shop, "grievance_name = 'Asha Rao', grievance_contact = 'asha@shop.example', erase_messages_days = 45");
  const fieldOf = async (section: string, name: string) => {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456" }));
    const loaderData = await loader({ context, params: { section } } as unknown as Parameters<typeof loader>[0]);
    const html = written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: `/admin/settings/${section}` });
    return tagsWith(html, `name="${name}"`);
  };
  expect(await fieldOf("shop", "grievanceName")).toEqual([expect.stringContaining('value="Asha Rao"')]);
  expect(await fieldOf("shop", "grievanceContact")).toEqual([expect.stringContaining('value="asha@shop.example"')]);
  expect(await fieldOf("data", "eraseMessagesDays")).toEqual([expect.stringContaining('value="45"')]);
});

test("[S14.9] the page of questions changes, adds and removes them without script; as they were, they stay the shop's", async () => {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456" }));
  const params = { section: "questions" };
  const shown = async () => {
    const loaderData = await loader({ context, params } as unknown as Parameters<typeof loader>[0]);
    const html = written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: "/admin/settings/questions" });
    return fieldsOf(html);
  };
  const save = async (fields: Map<string, string>) => {
    const body = new URLSearchParams([...fields]);
    const request = new Request("https://shop.example/admin/settings/questions", { method: "POST", body });
    const said = await action({ request, context, params } as unknown as Parameters<typeof action>[0]);
    expect(said.data).toMatchObject({ ok: true });
    return (await readSettings(shop.services)).questionPresets;
  };

  const fields = await shown();
  expect(
    [...fields.keys()].filter((name) => name.endsWith(".asks")),
    "five, and an empty one",
  ).toHaveLength(6);
  expect(await save(fields)).toBeNull();
  fields.set("questionPresets.0.en", "").set("questionPresets.0.hi", "");
  fields.set("questionPresets.5.asks", "utr").set("questionPresets.5.hi", "UTR भेजें।");
  const [, ...others] = standardPresets();
  expect(await save(fields)).toEqual([...others, { asks: "utr", text: { hi: "UTR भेजें।" } }]);
  const again = await shown();
  expect(again.get("questionPresets.4.asks")).toBe("utr");
  expect(again.get("questionPresets.4.hi")).toBe("UTR भेजें।");
  expect(again.get("questionPresets.5.en"), "an empty one to add").toBe("");
});

test("[S1.8] the limits are one choice without script; while it stays, the numbers behind *Details* count", async () => {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "ABC23456" }));
  const params = { section: "security" };
  const page = async () => {
    const loaderData = await loader({ context, params } as unknown as Parameters<typeof loader>[0]);
    return written(<Settings {...({ loaderData } as Parameters<typeof Settings>[0])} />, { path: "/admin/settings/security" });
  };
  const shown = async () => new Map(tagsWith(await page(), "<input", "name=").flatMap(sentBy));
  const save = async (fields: Map<string, string>) => {
    const request = new Request("https://shop.example/admin/settings/security", { method: "POST", body: new URLSearchParams([...fields]) });
    const said = await action({ request, context, params } as unknown as Parameters<typeof action>[0]);
    expect(said.data).toMatchObject({ ok: true });
    return readSettings(shop.services);
  };

  await save((await shown()).set("limits", "usual"));
  expect(await page()).not.toContain("<details open");
  expect(await save((await shown()).set("limits", "strict"))).toMatchObject({ lookUpsMax: 20, signInsMax: 5 });
  expect((await shown()).get("limits")).toBe("strict");
  expect(await save((await shown()).set("lookUpsMax", "33"))).toMatchObject({ lookUpsMax: 33, signInsMax: 5 });
  expect((await shown()).get("limits")).toBe("own");
  expect(await save((await shown()).set("limits", "off"))).toMatchObject({ lookUpsMax: 0, signInsMax: 0 });
  expect(await save((await shown()).set("limits", "usual"))).toMatchObject({ lookUpsMax: 60, signInsMax: 10 });
});

/** What an `<input>` would send: nothing if it is not ticked. */
function sentBy(tag: string): [name: string, value: string][] {
  const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const isTickable = ["radio", "checkbox"].includes(of("type"));
  return isTickable && !tag.includes(" checked") ? [] : [[of("name"), of("value")]];
}

/** What a page's form would send: the fields with their values. */
function fieldsOf(html: string): Map<string, string> {
  const plain = (text: string) => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const areas = [...html.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)];
  const selects = [...html.matchAll(/<select [^>]*name="([^"]*)"[^>]*>.*?<option value="([^"]*)" selected=""/g)];
  return new Map([...inputs, ...areas, ...selects].map(([, name = "", value = ""]) => [name, plain(value)]));
}
