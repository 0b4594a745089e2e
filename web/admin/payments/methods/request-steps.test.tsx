import { expect, test } from "vitest";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import AmazonMethod from "./amazon-method.tsx";
import { RequestSteps } from "./request-steps.tsx";

const stored = { howToPay: "By bank.", textLanguage: "en", translations: { hi: { howToPay: "बैंक से।", name: "रात" } } };
const html = (overrides: Partial<typeof stored> = {}, isOn = true, answered?: Parameters<typeof RequestSteps>[0]["answered"]) =>
  written(<RequestSteps stored={{ ...stored, ...overrides }} seen="print" isOn={isOn} answered={answered} />);
const ticked = (page: string) => [...page.matchAll(/<h2><span>([^<]*)<\/span>(<span class="unseen">)/g)].map(([, title]) => title);
const namesIn = (page: string) =>
  [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => [...form.matchAll(/ name="([\w.]+)"/g)].map(([, name]) => name));

test("[S1.4] [S10.1] the page of Request First has how to pay in each language, and its switch; each form sends its own parts", () => {
  expect(ticked(html())).toEqual(["Say how to pay", "Turn it on"]);
  expect(ticked(html({ howToPay: "", translations: { hi: { howToPay: "", name: "" } } }, false))).toEqual([]);
  expect(wordsOf(html())).toMatch(/By bank\..*बैंक से।/s);
  expect(namesIn(html())).toEqual([["textLanguage", "seen", "howToPay", "translations.hi.howToPay", "currentPassword"], ["form"]]);
  expect(namesIn(html({}, false))[1]).toEqual(["form", "isOn"]);
});

test("[S1.4] without script a refused text stays in the language in which it was typed", () => {
  const typed = { textLanguage: "hi", howToPay: "कार्ड से।", "translations.en.howToPay": "By card." };
  const refusal = {
    ok: false,
    kind: "forbidden",
    code: "currentPasswordNeeded",
    sentence: "Enter your password.",
    field: "currentPassword",
  };
  const page = html({}, true, { ...refusal, typed } as never);
  expect(page).toMatch(/name="howToPay"[^>]*>\s*कार्ड से।/);
  expect(page).toMatch(/name="translations.en.howToPay"[^>]*>\s*By card\./);
  expect(wordsOf(page)).toContain("Enter your password.");
});

test("[S1.8] the form says which texts its admin saw; after a refusal because they changed, those of now, with a link to them", () => {
  expect(tagsWith(html(), "<input", 'name="seen"', 'value="print"')).toHaveLength(1);
  const refusal = {
    ok: false,
    kind: "conflict",
    code: "settingsChangedMeanwhile",
    sentence: "Someone changed the settings.",
    seen: "newer",
  };
  const page = html({}, true, { ...refusal, typed: { textLanguage: "en", howToPay: "By card." } } as never);
  expect(tagsWith(page, "<input", 'name="seen"', 'value="newer"')).toHaveLength(1);
  expect(page).toMatch(/name="howToPay"[^>]*>\s*By card\./);
  expect(wordsOf(page)).toContain("Someone changed the settings.|See current settings in a new tab");
});

test("[S1.5] [S10.1] the page of gift cards says how a card is checked, and has the switch", () => {
  const page = written(<AmazonMethod />, { path: "/admin/payment-methods/amazon" });
  expect(wordsOf(page)).toContain("Turn off Amazon Gift Card");
  expect(tagsWith(page, "<form", 'action="/admin/payment-methods/amazon"')).toHaveLength(1);
});
