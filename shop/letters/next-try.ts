import { LETTER_RETRY_MAX_MS, LETTER_RETRY_MIN_MS, LETTER_TRIES_MAX } from "#shop/constants.ts";

/** How long to wait before a letter that was tried so often is tried again; null: it is given up. */
export function waitBeforeNextTry(tries: number): number | null {
  if (tries >= LETTER_TRIES_MAX) return null;
  return Math.min(LETTER_RETRY_MIN_MS * 2 ** Math.max(0, tries - 1), LETTER_RETRY_MAX_MS);
}
