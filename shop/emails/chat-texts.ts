import { languageOf, textsIn } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";

/** The texts of messages to the owner's chat, in the shop's own language like emails to the owner. [S11.1] */
export function chatTexts(language: string): Texts<"bot"> {
  return textsIn(languageOf(language) ?? "en", "bot");
}
