import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { parsed } from "../parse.ts";
import { changeSection } from "./change-section.server.ts";
import { presetIn } from "./question-presets.ts";
import { readSettings } from "./settings.server.ts";
import { SettingsForm, sectionForm } from "./settings-form.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** Saves questions as the form posts them: by number, kind and language. */
async function save(questionPresets: object) {
  const form = parsed(sectionForm("questions"), { questionPresets });
  return form.ok ? changeSection(shop.services, admin, "questions", form.value) : form;
}
const stored = async () => (await readSettings(shop.services)).questionPresets;
const posted = (presets: { asks: string; text: object }[]) => presets.map(({ asks, text }) => ({ asks, ...text }));
const many = (n: number) => Array.from({ length: n }, (_, at) => ({ asks: "words", text: { en: `Question ${at}?` } }));

test("[S14.9] a preset is read in the order's language, and without a text in it in one that it has", () => {
  const preset = { asks: "words", text: { en: "Which train?", hi: "कौन-सी ट्रेन?" } } as const;
  expect(presetIn(preset, "hi")).toBe("कौन-सी ट्रेन?");
  expect(presetIn({ asks: "words", text: { en: "Which train?" } }, "hi")).toBe("Which train?");
});

test("[S14.9] presets keep their order and what they ask for, emptied ones are removed, and none at all are the standard ones again", async () => {
  await save({
    0: { asks: "utr", hi: "UTR भेजें।", en: " The UTR,\r\nplease. " },
    1: { asks: "picture", en: " ", hi: "" },
    2: { asks: "words", en: "", hi: "कौन-सी ट्रेन?" },
  });
  const presets = [
    { asks: "utr", text: { en: "The UTR,\nplease.", hi: "UTR भेजें।" } },
    { asks: "words", text: { hi: "कौन-सी ट्रेन?" } },
  ];
  expect(await stored()).toEqual(presets);
  const entries = await auditOf(shop, "settings");
  expect(entries.at(-1)?.[1].fields).toBe("questionPresets");

  await save(posted(presets));
  expect(await auditOf(shop, "settings"), "the same again is no change").toHaveLength(entries.length);
  await save(posted(presets.map((preset) => ({ ...preset, asks: "words" }))));
  expect((await stored())?.[0]?.asks, "what one asks for is a change").toBe("words");

  await save({ 0: { asks: "words", en: "" } });
  expect(await stored()).toBeNull();
});

test("[S14.9] at most 20 presets of 2,000 characters and of a known kind are stored, by owners alone", async () => {
  expect(await save(posted(many(20)))).toMatchObject({ ok: true });
  const refusals: [presets: object, refusal: object][] = [
    [posted(many(21)), { code: "tooManyPresets" }],
    [[{ asks: "words", en: "x".repeat(2_001) }], { code: "fieldTooLong" }],
    [[{ asks: "money", en: "How much?" }], { ok: false }],
    [[{ asks: "words", english: "How much?" }], { ok: false }],
  ];
  for (const [presets, refusal] of refusals) expect(await save(presets)).toMatchObject({ ...refusal, field: "questionPresets" });
  expect(await stored()).toHaveLength(20);

  const form = parsed(sectionForm("questions"), { questionPresets: posted(many(1)) });
  const helper = { ...admin, rights: ["answer-buyers"] } as Visitor;
  expect(form.ok && (await changeSection(shop.services, helper, "questions", form.value))).toMatchObject({ code: "rightMissing" });
  expect(await stored()).toHaveLength(20);

  expect(await save([{ asks: "words", en: "x".repeat(2_000) }])).toMatchObject({ ok: true });
});

test("[S14.9] the API takes a list, and leaves the presets as they are without one", async () => {
  await save(posted(many(2)));
  const { changedAt, questionPresets, ...settings } = await readSettings(shop.services);
  expect(parsed(SettingsForm, { ...settings, questionPresets: { 0: many(1)[0] } })).toMatchObject({ field: "questionPresets" });
  expect(parsed(SettingsForm, { ...settings, questionPresets: many(1) })).toMatchObject({ value: { questionPresets: many(1) } });
  expect(parsed(SettingsForm, settings)).not.toHaveProperty("value.questionPresets");
});

test.for([
  "[]",
  "{}",
  '[{"asks": "money", "text": {"en": "x"}}]',
  '[{"text": {"en": "x"}}]',
  '[{"asks": "words", "text": {"en": ""}}]',
  '[[{"asks": "words"}]]',
  JSON.stringify(many(21)),
])("[S14.9] the database refuses presets that are none: %s", async (presets) => {
  await expect(shop.services.db.$client.query("update shop_settings set question_presets = $1", [presets])).rejects.toThrow(
    "shop_settings_question_presets_are_questions",
  );
});
