import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { catalogueOf, languages } from "./languages.ts";
import { pseudoLanguage, pseudoText } from "./pseudo-language.ts";

const english = catalogueOf("en");

test("[S11.1] the pseudo-language has longer words with accents, and the placeholders and tags of the text", () => {
  expect(pseudoText("Place Order")).toBe("Pláááçé Øøørdér");
  expect(pseudoText("{count, plural, one {# ID} other {# IDs}}, see <link>{shop}'s page</link>")).toBe(
    "{count, plural, one {# ÍíD} other {# ÍííDš}}, šéééé <link>{shop}'šš pááágé</link>",
  );
  expect(pseudoText("such as '{6}' of {n, number}")).toBe("šúúúçh ááš '{6}' óóf {n, number}");
});

test("[S11.1] every text of the shop is at least 40 % longer in the pseudo-language, and compiles", () => {
  const pseudo = pseudoLanguage(english);
  for (const [namespace, texts] of Object.entries(english)) {
    for (const [key, text] of Object.entries<string>(texts)) {
      const made: string = pseudo[namespace as "site"][key as never];
      const hasForms = /, (plural|select),/.test(text);
      const isAboutLanguage = key === "locale" || namespace === "language";
      if (!hasForms && !isAboutLanguage) expect(lettersOf(made), key).toBeGreaterThanOrEqual(lettersOf(text) * 1.4);
      expect(() => compile(made), `${namespace}.${key}`).not.toThrow();
    }
  }
});

test("[S11.1] the pseudo-language is no language of a shop", () => {
  expect(languages).toEqual(["en", "hi"]);
});

/** The letters of a text outside its placeholders and tags. */
function lettersOf(text: string): number {
  return text.replaceAll(/'[{<][^']*'|<\/?\w+>|\{\w+(, number)?\}/g, "").match(/\p{L}/gu)?.length ?? 0;
}
