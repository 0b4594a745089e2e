import { type Language, languages, textsIn } from "#messages/languages.ts";
import type { KeyIn } from "#messages/texts.ts";
import { type AskedKind, presetIn, type QuestionPreset } from "#shop/settings/question-presets.ts";

type Standard = { label: KeyIn<"adminAsking">; text: KeyIn<"adminAsking">; asks: AskedKind };

/** A question that fills in the form, in the language of an order; its label is for who asks. */
export type OfferedQuestion = { label: string; text: string; asks: AskedKind };

const standard: readonly Standard[] = [
  { label: "codeUnreadable", text: "codeUnreadableText", asks: "proof" },
  { label: "codeUsed", text: "codeUsedText", asks: "proof" },
  { label: "paymentMissing", text: "paymentMissingText", asks: "utr" },
  { label: "errorPicture", text: "errorPictureText", asks: "picture" },
  { label: "tellMore", text: "tellMoreText", asks: "words" },
];

/** The most characters of an own question on its button. */
const LABEL_MAX_LENGTH = 40;

/**
 * The questions that a shop offers until its owner changes them, each in every language. [S14.9]
 */
export function standardPresets(): QuestionPreset[] {
  return standard.map(({ text, asks }) => ({
    asks,
    text: Object.fromEntries(languages.map((language) => [language, textsIn(language, "adminAsking")(text)])),
  }));
}

/**
 * The questions to the buyer of an order in the language `asked`, for a person who reads
 * `language`. [S14.9]
 */
export function offeredQuestions(presets: readonly QuestionPreset[] | null, asked: string, language: Language): OfferedQuestion[] {
  return (presets ?? standardPresets()).map((preset) => ({
    label: labelOf(presetIn(preset, language), language),
    text: presetIn(preset, asked),
    asks: preset.asks,
  }));
}

/** A standard question has a short name, another one shows its beginning. */
function labelOf(words: string, language: Language): string {
  const texts = textsIn(language, "adminAsking");
  const known = standard.find(({ text }) => texts(text) === words);
  if (known) return texts(known.label);
  return words.length > LABEL_MAX_LENGTH ? `${words.slice(0, LABEL_MAX_LENGTH).trimEnd()}…` : words;
}
