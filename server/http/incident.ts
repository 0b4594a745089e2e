/** No two of them look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** A number for one request: a failure is logged under it, and the visitor reads it. It opens nothing, so it need not be hard to guess. */
export function newIncident(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(Math.floor(Math.random() * LETTERS.length))).join("");
}
