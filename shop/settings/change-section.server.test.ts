import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { parsed } from "../parse.ts";
import { changeSection } from "./change-section.server.ts";
import { changeSettings } from "./change-settings.server.ts";
import { sectionPrint } from "./section-print.server.ts";
import { type SettingsSection, sectionNames } from "./setting-kinds.ts";
import { readSettings } from "./settings.server.ts";
import { type SectionForm, SettingsForm, sectionForm } from "./settings-form.ts";
import { settingsOfSection } from "./settings-sections.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const stored = () => readSettings(shop.services);
const printOf = async (section: SettingsSection) => sectionPrint(await stored(), section);

/** The section as it is, as its form shows it. */
async function formOf(section: SettingsSection): Promise<SectionForm> {
  const settings = await stored();
  const { textLanguage, translations } = settings;
  const own = Object.fromEntries(settingsOfSection(section).map((name) => [name, settings[name]]));
  return { ...own, textLanguage, translations, seen: await printOf(section) };
}
async function change(section: SettingsSection, overrides: SectionForm) {
  return changeSection(shop.services, admin, section, { ...(await formOf(section)), ...overrides });
}

test("[S1.8] each setting is in one section", () => {
  const names = sectionNames.flatMap(settingsOfSection);
  const ofTexts = ["textLanguage", "translations"];
  expect([...names, ...ofTexts].sort()).toEqual(Object.keys(SettingsForm.shape).sort());
});

test("[S1.8] the form of a section takes its own settings only, and refuses each as the whole form does", () => {
  const emails = sectionForm("emails");
  expect(parsed(emails, { mailsIds: "on", name: "Mine", requiresSecondFactor: "on" })).toEqual({ ok: true, value: { mailsIds: true } });
  expect(parsed(emails, {})).toEqual({ ok: true, value: { mailsIds: false } });
  expect(parsed(sectionForm("notifications"), { ownerEmail: "a@b" })).toMatchObject({ field: "ownerEmail", code: "emailInvalid" });
  const receipts = { sellerName: "", sellerAddress: "", gstin: "27AAPFU0939F1ZV", hsnCode: "", gstRate: "1800" };
  expect(parsed(sectionForm("receipts"), receipts)).toMatchObject({ field: "sellerAddress", code: "sellerAddressNeeded" });
  const noWords = { testimonialsShown: "own", testimonials: "" };
  expect(parsed(sectionForm("landing-page"), noWords)).toMatchObject({ field: "testimonials", code: "testimonialsInvalid" });
});

test("[S1.8] two admins who save two sections at once both win", async () => {
  const other = await anAdmin(shop);
  const [emails, data] = [await formOf("emails"), await formOf("data")];
  const both = await Promise.all([
    changeSection(shop.services, admin, "emails", { ...emails, mailsIds: true }),
    changeSection(shop.services, other, "data", { ...data, eraseIdsDays: 365 }),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await stored()).toMatchObject({ mailsIds: true, eraseIdsDays: 365 });
  const fields = (await auditOf(shop, "settings")).slice(-2).map(([, facts]) => facts.fields);
  expect(fields.sort()).toEqual(["eraseIdsDays", "mailsIds"]);
});

test("[S1.8] of two who save the same section from what both saw, the later one is told, and wins when it was seen", async () => {
  const form = await formOf("shop");
  const both = await Promise.all([
    changeSection(shop.services, admin, "shop", { ...form, name: "First tab" }),
    changeSection(shop.services, admin, "shop", { ...form, sinceYear: 2019 }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "settingsChangedMeanwhile", kind: "conflict" });
  const seen = await printOf("shop");
  expect(await changeSection(shop.services, admin, "shop", { ...form, name: "Seen", seen })).toMatchObject({ ok: true });
  expect(await changeSection(shop.services, admin, "shop", { ...form, name: "Seen" }), "nothing to save").toMatchObject({ ok: true });
});

test("[S1.8] [S11.2] a section changes its own texts in every language and leaves those of the others", async () => {
  const hindi = { name: "नाइट मेल", howToPay: "बैंक से भेजें।" };
  const [first, second] = [await formOf("shop"), await formOf("how-to-pay")];
  await changeSection(shop.services, admin, "shop", { ...first, name: "Night Mail", translations: { hi: { name: hindi.name } } });
  const paid = { ...second, howToPay: "By bank.", translations: { hi: { howToPay: hindi.howToPay, name: "Not mine" } } };
  expect(await changeSection(shop.services, admin, "how-to-pay", paid), "only its own section counts").toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({ name: "Night Mail", howToPay: "By bank.", translations: { hi: hindi } });
  await change("how-to-pay", { translations: {} });
  expect((await stored()).translations).toEqual({ hi: { name: hindi.name } });
});

test("[S11.2] a form from before the shop's language changed brings each text in its own language", async () => {
  await change("shop", { name: "Night Mail", translations: { hi: { name: "नाइट मेल" } } });
  const { seen, ...old } = await formOf("how-to-pay");
  await change("shop", { language: "hi" });
  expect(await stored()).toMatchObject({ name: "नाइट मेल", textLanguage: "hi" });
  const typed = { ...old, howToPay: "By card.", translations: { hi: { howToPay: "कार्ड से।" } } };
  expect(await changeSection(shop.services, admin, "how-to-pay", typed)).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({
    name: "नाइट मेल",
    howToPay: "कार्ड से।",
    textLanguage: "hi",
    translations: { en: { name: "Night Mail", howToPay: "By card." } },
  });
  await change("shop", { language: "en" });
});

test("[S1.4] a section without the payment methods does not touch them, and theirs keeps one on", async () => {
  expect(await change("method-switches", { takesRequest: true, takesAmazon: false })).toMatchObject({ ok: true });
  expect(await change("orders", { heldIdsMax: 7 })).toMatchObject({ ok: true, value: { takesRequest: true, takesAmazon: false } });
  const neither = { takesRequest: false, takesAmazon: false };
  expect(await change("method-switches", neither)).toMatchObject({ code: "paymentMethodNeeded", field: "takesRequest" });
});

test("[S1.4] [S1.5] one switch of a method changes neither the other nor the text of how to pay", async () => {
  await change("method-switches", { takesRequest: true, takesAmazon: true });
  await change("how-to-pay", { howToPay: "By bank." });
  expect(await changeSection(shop.services, admin, "method-switches", { takesRequest: false })).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({ takesRequest: false, takesAmazon: true, howToPay: "By bank." });
  expect(await changeSection(shop.services, admin, "method-switches", { takesAmazon: false })).toMatchObject({
    code: "paymentMethodNeeded",
  });
});

test("[S6.3] only an admin changes a section", async () => {
  const form = await formOf("security");
  expect(await changeSection(shop.services, aGuest(), "security", { ...form, requiresSecondFactor: true })).toMatchObject({
    code: "rightMissing",
  });
  expect((await stored()).requiresSecondFactor).toBe(false);
  const { changedAt, ...all } = await stored();
  expect(await changeSettings(shop.services, admin, all)).toMatchObject({ ok: true });
});
