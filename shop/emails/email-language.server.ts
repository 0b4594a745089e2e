import { type Language, languageOf, textsIn } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";

/** The first of these languages that the shop has; else English. [S11.1] */
export function emailLanguage(...languages: (string | null | undefined)[]): Language {
  return languages.map(languageOf).find((language) => language !== null) ?? "en";
}

/**
 * The texts of emails in the first of these languages that the shop has; else in English. [S11.1]
 */
export function emailTexts(...languages: (string | null | undefined)[]): Texts<"emails"> {
  return textsIn(emailLanguage(...languages), "emails");
}
