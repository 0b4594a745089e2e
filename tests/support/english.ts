import { sentenceIn } from "#messages/sentence-in.ts";
import { type RefusalCode, type TextWords, textOf } from "#shop/refusal.ts";

/** A sentence of the shop in English, as pages say it to a visitor who chose no other language. */
export function english<C extends RefusalCode>(code: C, ...words: TextWords<C>): string {
  return sentenceIn("en", textOf(code, ...words));
}
