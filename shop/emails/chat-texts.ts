import { type Language, languageOf, textsIn } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";

/**
 * The texts of messages to the owner's chat, in the shop's own language like emails to the owner.
 * [S11.1]
 */
export function chatTexts(language: string): Texts<"bot"> {
  return textsIn(languageOf(language) ?? "en", "bot");
}

/** The texts of push notifications, in an admin's own language or else the shop's. [S12.10] */
export function pushTexts(language: string | null): { texts: Texts<"push">; language: Language } {
  const known = languageOf(language) ?? "en";
  return { texts: textsIn(known, "push"), language: known };
}
