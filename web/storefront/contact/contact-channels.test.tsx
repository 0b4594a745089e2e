import { expect, test } from "vitest";
import { type Language, languages, textsIn } from "#messages/languages.ts";
import type { ShownSettings } from "#shop/settings/shop-settings.ts";
import { linksOf, someSettings, wordsOf, written } from "#tests/support/web/render.tsx";
import { ContactChannels } from "./contact-channels.tsx";

function shown(overrides: Partial<ShownSettings>, language: Language = "en") {
  const nothingElse = { supportEmail: null, chatUrl: null, messagingUrl: null, idCheckerUrl: null };
  return written(ContactChannels, { settings: someSettings({ ...nothingElse, ...overrides }), language });
}

test("[S14.15] the contact page names the grievance officer and the contact once they are set, in each language", () => {
  expect(shown({})).toBe("");
  for (const language of languages) {
    const label = textsIn(language, "contact")("grievanceOfficer");
    const whole = shown({ grievanceName: "Asha Rao", grievanceContact: "asha@shop.example" }, language);
    expect(wordsOf(whole), language).toContain(`|${label}|Asha Rao|asha@shop.example|`);
    expect(linksOf(whole)).toEqual([["asha@shop.example", "mailto:asha@shop.example"]]);
  }
});

test("[S14.15] a contact that is no email address is words, and a name alone is enough", () => {
  const byPhone = shown({ grievanceName: "Asha Rao", grievanceContact: "022 1234 5678, weekdays" });
  expect(wordsOf(byPhone)).toContain("|Asha Rao|022 1234 5678, weekdays|");
  expect(linksOf(byPhone)).toEqual([]);
  expect(linksOf(shown({ grievanceContact: "a@shop.example, b@shop.example" }))).toEqual([]);
  expect(wordsOf(shown({ grievanceName: "Asha Rao" }))).toContain("|Grievance officer|Asha Rao|");
});
