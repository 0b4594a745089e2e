import { type Language, textsIn } from "#messages/languages.ts";
import type { KeyIn } from "#messages/texts.ts";
import type { AskedKind } from "#shop/orders/messages/question.ts";

type Standard = { label: KeyIn<"adminAsking">; text: KeyIn<"adminAsking">; asks: AskedKind };

/** A question that fills in the form, in the language of an order. */
export type StandardQuestion = { label: KeyIn<"adminAsking">; text: string; asks: AskedKind };

const standard: readonly Standard[] = [
  { label: "codeUnreadable", text: "codeUnreadableText", asks: "proof" },
  { label: "codeUsed", text: "codeUsedText", asks: "proof" },
  { label: "paymentMissing", text: "paymentMissingText", asks: "utr" },
  { label: "errorPicture", text: "errorPictureText", asks: "picture" },
  { label: "tellMore", text: "tellMoreText", asks: "words" },
];

/** The standard questions to the buyer of an order in this language. [S14.9] */
export function standardQuestions(language: Language): StandardQuestion[] {
  const texts = textsIn(language, "adminAsking");
  return standard.map(({ label, text, asks }) => ({ label, text: texts(text), asks }));
}
