import { sentenceIn } from "#messages/sentence-in.ts";
import { type RefusalCode, type TextWords, textOf } from "./refusal.ts";

/**
 * A text that is stored in the database or in a file, such as a note that the shop itself writes.
 * Nobody knows yet who reads it, so it is English.
 */
export function storedText<C extends RefusalCode>(code: C, ...words: TextWords<C>): string {
  return sentenceIn("en", textOf(code, ...words));
}
