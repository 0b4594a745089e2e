import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { parsed } from "../parse.ts";
import { changeSettings } from "./change-settings.server.ts";
import { readSettings } from "./settings.server.ts";
import { SettingsForm } from "./settings-form.ts";
import { publicSettings, settingIn, settingsIn, shownSettings } from "./shop-settings.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  await change({ ...english, language: "en", textLanguage: "en", translations: {} });
});
afterAll(() => shop.close());

const english = { name: "Night Mail", blurb: "IDs for the night train.", howToPay: "By bank transfer." };
const hindi = { name: "नाइट मेल", blurb: "रात की ट्रेन की ID।", howToPay: "बैंक से भेजें।" };

async function change(overrides: Partial<SettingsForm>, visitor = admin) {
  const { changedAt, textLanguage, translations, ...settings } = await readSettings(shop.services);
  return await changeSettings(shop.services, visitor, { ...settings, ...overrides });
}
const stored = () => readSettings(shop.services);

test("[S11.2] name, blurb and payment instructions are stored in every language", async () => {
  expect(await change({ ...english, translations: { hi: hindi } })).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({ ...english, textLanguage: "en", translations: { hi: hindi } });
  expect((await auditOf(shop, "settings")).at(-1)?.[1].fields).toContain("translations");
});

test("[S11.2] a change that leaves the translations out keeps them", async () => {
  await change({ ...english, translations: { hi: hindi } });
  await change({ blurb: "Other words." });
  expect(await stored()).toMatchObject({ blurb: "Other words.", translations: { hi: hindi } });
  const before = (await auditOf(shop, "settings")).length;
  await change({ translations: { hi: { howToPay: hindi.howToPay, blurb: hindi.blurb, name: hindi.name } } });
  expect(await auditOf(shop, "settings"), "the same in another order is no change").toHaveLength(before);
});

test("[S11.2] another language of the shop changes places with the texts where there is a name in it, and back", async () => {
  await change({ ...english, translations: { hi: { name: hindi.name, blurb: hindi.blurb } } });
  expect(await change({ language: "hi" })).toMatchObject({ ok: true, value: { name: hindi.name, howToPay: "", textLanguage: "hi" } });
  expect(await stored()).toMatchObject({ name: hindi.name, blurb: hindi.blurb, howToPay: "", translations: { en: english } });
  expect(settingIn(await stored(), "howToPay", "hi"), "what is missing falls back").toEqual({ text: english.howToPay, lang: "en" });
  await change({ language: "en" });
  expect(await stored()).toMatchObject({ ...english, textLanguage: "en", translations: { hi: { name: hindi.name, blurb: hindi.blurb } } });
});

test("[S11.2] without a name in the new language the texts keep theirs", async () => {
  await change({ ...english, translations: { hi: { blurb: hindi.blurb } } });
  await change({ language: "hi" });
  expect(await stored()).toMatchObject({ ...english, language: "hi", textLanguage: "en", translations: { hi: { blurb: hindi.blurb } } });
  expect(shownSettings(await stored(), "hi")).toMatchObject({ name: english.name, nameLang: "en", blurb: hindi.blurb });
  await change({ translations: { hi: hindi } });
  expect(await stored()).toMatchObject({ ...hindi, textLanguage: "hi", translations: { en: english } });
});

test("[S11.2] a page shows the texts of its language, and programs all but the payment instructions", async () => {
  await change({ ...english, translations: { hi: { name: hindi.name, howToPay: hindi.howToPay } } });
  const settings = await stored();
  expect(shownSettings(settings, "hi")).toMatchObject({ name: hindi.name, blurb: english.blurb, blurbLang: "en" });
  expect(shownSettings(settings, "en")).not.toHaveProperty("nameLang");
  expect(JSON.stringify(shownSettings(settings, "hi"))).not.toContain(hindi.howToPay);
  expect(publicSettings(settings)).toMatchObject({ name: english.name, textLanguage: "en", translations: { hi: { name: hindi.name } } });
  expect(JSON.stringify(publicSettings(settings))).not.toContain(hindi.howToPay);
});

test("[S11.2] the draft of a page names the shop in the page's language", async () => {
  await change({ ...english, translations: { hi: { name: hindi.name } } });
  const settings = await stored();
  expect(settingsIn(settings, "hi")).toEqual({ ...settings, name: hindi.name });
  expect(settingsIn(settings, "en")).toEqual(settings);
});

test("[S11.2] the form trims translations, leaves empty ones out and names a field that is too long", async () => {
  const { changedAt, ...settings } = await stored();
  const read = (translations: object) => parsed(SettingsForm, { ...settings, translations });
  expect(read({ hi: { name: " नाइट ", blurb: " ", howToPay: "a\r\nb" } })).toMatchObject({
    value: { translations: { hi: { name: "नाइट", howToPay: "a\nb" } } },
  });
  expect(read({ hi: { name: "x".repeat(1_000) } })).toMatchObject({ ok: false, code: "fieldTooLong", field: "translations.hi.name" });
});

test("[S11.2] nobody but an admin changes a translation", async () => {
  const before = await stored();
  expect(await change({ translations: { hi: hindi } }, aGuest())).toMatchObject({ ok: false, code: "rightMissing" });
  expect(await stored()).toEqual(before);
});
