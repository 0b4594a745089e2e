import { languageOf, textsIn } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";

/** The texts of emails in the first of these languages that the shop has; else in English. [S11.1] */
export function emailTexts(...languages: (string | null | undefined)[]): Texts<"emails"> {
  const known = languages.map(languageOf).find((language) => language !== null);
  return textsIn(known ?? "en", "emails");
}
