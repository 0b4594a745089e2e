import { randomBytes } from "node:crypto";

/** 32 of them, so that a byte picks each as often; no two look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** A number for one request: a failure is logged under it, and the visitor reads it. */
export function newIncident(): string {
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
}
