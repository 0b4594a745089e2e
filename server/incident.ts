import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const LENGTH = 8;

/** A number for one request: a failure is logged under it, and the visitor reads it. No two letters of it look alike. */
export function newIncident(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
