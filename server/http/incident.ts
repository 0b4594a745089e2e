/** Letters and digits that cannot be mistaken for each other. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/**
 * A number for one request, under which its failure is logged and which the visitor reads. It
 * unlocks nothing, so it need not be hard to guess.
 */
export function newIncident(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(Math.floor(Math.random() * LETTERS.length))).join("");
}
