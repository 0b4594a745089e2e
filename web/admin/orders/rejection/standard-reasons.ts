import { languages, textsIn } from "#messages/languages.ts";

const standard = ["paymentNotFound", "giftCardDoesNotWork", "giftCardWasUsed", "proofNotReadable", "outOfStock"] as const;

/**
 * The reasons for a rejection that a shop offers until its owner changes them, each in every
 * language. [S5.6]
 */
export function standardReasons(): { [language: string]: string }[] {
  return standard.map((key) => Object.fromEntries(languages.map((language) => [language, textsIn(language, "rejectionReasons")(key)])));
}
