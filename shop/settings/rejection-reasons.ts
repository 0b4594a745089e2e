/**
 * A reason for a rejection in one or more languages, such as `{ en: "Out of stock.", hi: "…" }`.
 */
export type RejectionReason = { [language: string]: string };

export const REJECTION_REASONS_MAX = 10;
export const REJECTION_REASON_MAX_LENGTH = 200;

/**
 * The reasons for a reader of this language; one without a text in it is in a language that it has.
 */
export function reasonsIn(reasons: readonly RejectionReason[], language: string): string[] {
  return reasons.map((reason) => reason[language] ?? Object.values(reason)[0] ?? "");
}

/**
 * What the buyer of an order in this language reads: an offered reason that was sent as it is, in
 * whatever language, is in the buyer's if it has that; anything else stays as it was written.
 */
export function reasonFor(reasons: readonly RejectionReason[], written: string, language: string): string {
  const offered = reasons.find((reason) => Object.values(reason).includes(written));
  return offered?.[language] ?? written;
}
