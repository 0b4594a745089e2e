import { filledIn, type KeyedText } from "./keyed-text.ts";
import { type Language, textsIn } from "./languages.ts";

/** The sentence of a refusal, a failure or a success in a language. */
export function sentenceIn(language: Language, text: KeyedText): string {
  return filledIn(textsIn(language, "refusals"), text);
}
