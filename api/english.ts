import { sentenceIn } from "#messages/sentence-in.ts";
import { type RefusalCode, type TextWords, textOf } from "#shop/refusal.ts";

/** A sentence for the API, which is always English: programs read its code. */
export function english<C extends RefusalCode>(code: C, ...words: TextWords<C>): string {
  return sentenceIn("en", textOf(code, ...words));
}
