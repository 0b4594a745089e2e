import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { parsed } from "../parse.ts";
import { changeSection } from "./change-section.server.ts";
import { reasonsIn } from "./rejection-reasons.ts";
import { readSettings } from "./settings.server.ts";
import { SettingsForm, sectionForm } from "./settings-form.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** Saves reasons as the form posts them: by number and language. */
async function save(rejectionReasons: object) {
  const { changedAt, ...settings } = await readSettings(shop.services);
  const form = parsed(sectionForm("orders"), { ...settings, rejectionReasons });
  return form.ok ? changeSection(shop.services, admin, "orders", form.value) : form;
}
const stored = async () => (await readSettings(shop.services)).rejectionReasons;

test("[S5.6] [S11.2] reasons keep their order, empty ones are left out, and none at all are the standard ones again", async () => {
  await save({ 0: { en: " Sold\n out. ", hi: "स्टॉक ख़त्म।" }, 1: { en: "", hi: " " }, 2: { hi: "नहीं।" } });
  expect(await stored()).toEqual([{ en: "Sold out.", hi: "स्टॉक ख़त्म।" }, { hi: "नहीं।" }]);
  expect(reasonsIn((await stored()) ?? [], "en"), "one without a text in a language is in another").toEqual(["Sold out.", "नहीं।"]);
  expect((await auditOf(shop, "settings")).at(-1)?.[1].fields).toBe("rejectionReasons");
  await save({ 0: { en: "", hi: "" } });
  expect(await stored()).toBeNull();
});

test("[S5.6] at most ten reasons of 200 characters are kept", async () => {
  const many = (n: number) => Array.from({ length: n }, (_, at) => ({ en: `Reason ${at}` }));
  expect(await save(many(11))).toMatchObject({ code: "tooManyReasons", field: "rejectionReasons" });
  expect(await save([{ en: "x".repeat(201) }])).toMatchObject({ code: "fieldTooLong", field: "rejectionReasons" });
  expect(await save(many(10))).toMatchObject({ ok: true });
  expect(await stored()).toHaveLength(10);
  const { changedAt, ...settings } = await readSettings(shop.services);
  expect(parsed(SettingsForm, { ...settings, rejectionReasons: { 0: { en: "Not a list" } } }), "the API takes a list").toMatchObject({
    field: "rejectionReasons",
  });
});
