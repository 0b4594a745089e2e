/** What the shop asks a buyer for. [S14.3] */
export const askedKinds = ["words", "picture", "proof", "utr"] as const;
export type AskedKind = (typeof askedKinds)[number];

/**
 * A question that the shop offers when it asks a buyer: what it asks for, and its text in one or more
 * languages, such as `{ asks: "words", text: { en: "Which train?", hi: "…" } }`. [S14.9]
 */
export type QuestionPreset = { asks: AskedKind; text: { [language: string]: string } };

export const QUESTION_PRESETS_MAX = 20;

/** A preset for a reader of this language; without a text in it, in a language that it has. [S14.9] */
export function presetIn({ text }: QuestionPreset, language: string): string {
  return text[language] ?? Object.values(text)[0] ?? "";
}
