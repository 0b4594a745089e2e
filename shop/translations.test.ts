import { expect, test } from "vitest";
import { isSameTranslations, type Translated, textIn, textOf, translationsAfter, withoutEmpty } from "./translations.ts";

const own: Translated<"name" | "description"> = {
  name: "Gold account",
  description: "<p>One traveller.</p>",
  language: "en",
  translations: { hi: { name: "गोल्ड अकाउंट" }, ta: { name: "தங்கம்", description: "<p>ஒருவர்.</p>" } },
};

test("[S11.2] a text is shown in the reader's language, or else in another one, which is named", () => {
  expect(textIn(own, "name", "en")).toEqual({ text: "Gold account" });
  expect(textIn(own, "name", "hi")).toEqual({ text: "गोल्ड अकाउंट" });
  expect(textIn(own, "description", "hi")).toEqual({ text: "<p>One traveller.</p>", lang: "en" });
  expect(textIn(own, "name", "mr")).toEqual({ text: "Gold account", lang: "en" });
  expect(textIn({ ...own, description: "" }, "description", "en")).toEqual({ text: "<p>ஒருவர்.</p>", lang: "ta" });
});

test("[S11.2] a text that no language has is empty and in no other language", () => {
  expect(textIn({ ...own, description: "", translations: {} }, "description", "hi")).toEqual({ text: "" });
  expect(textOf(own, "description", "hi")).toBe("");
  expect(textOf(own, "name", "__proto__")).toBe("");
});

test("[S11.2] an edit without translations keeps them, and with them replaces them", () => {
  const fields = ["name", "description"] as const;
  expect(translationsAfter(own, {}, fields)).toEqual({ language: "en", translations: own.translations });
  expect(translationsAfter(own, { translations: { hi: { name: "सोना" } } }, fields)).toEqual({
    language: "en",
    translations: { hi: { name: "सोना" } },
  });
});

test("[S11.2] an edit in another language keeps the former main text as a translation", () => {
  expect(translationsAfter(own, { language: "hi" }, ["name", "description"])).toEqual({
    language: "hi",
    translations: { en: { name: "Gold account", description: "<p>One traveller.</p>" }, ta: own.translations.ta },
  });
});

test("[S11.2] empty texts, and languages without a text, are left out", () => {
  expect(withoutEmpty({ hi: { name: "", description: "<p>अ</p>" }, ta: { name: "" } })).toEqual({ hi: { description: "<p>अ</p>" } });
});

test("the same translations in another order are the same", () => {
  expect(
    isSameTranslations(
      { hi: { name: "a", description: "b" }, ta: { name: "c" } },
      { ta: { name: "c" }, hi: { description: "b", name: "a" } },
    ),
  ).toBe(true);
  expect(isSameTranslations({ hi: { name: "a" } }, { ta: { name: "a" } })).toBe(false);
});
