import { createHmac, randomInt } from "node:crypto";
import { isSame } from "#platform/encryption/vault.server.ts";
import { ONE_TIME_CODE_DIGITS, ONE_TIME_CODE_MS } from "../constants.ts";
import { BASE32 } from "./second-factor.ts";

/** How many time steps a clock may be off, either way. */
const STEPS_OFF = 1;

/** The time step that contains a moment. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / ONE_TIME_CODE_MS);
}

/**
 * Computes the authenticator app's code for a time step, from the base32 key (RFC 6238 with SHA-1,
 * which every app supports).
 */
export function codeOf(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(key)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** ONE_TIME_CODE_DIGITS).padStart(ONE_TIME_CODE_DIGITS, "0");
}

/**
 * Returns the time step of a code, if it is the current one or one next to it and newer than
 * `lastStep`; otherwise null. So each code works once.
 */
export function stepOfCode(key: string, code: string, at: Date, lastStep: number | null): number | null {
  const now = stepAt(at);
  let found: number | null = null;
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step += 1) {
    if (isSame(Buffer.from(codeOf(key, step)), Buffer.from(code)) && step > (lastStep ?? -1)) found = step;
  }
  return found;
}

/** Returns random base32 characters, five bits each. */
export function drawBase32(length: number): string {
  return Array.from({ length }, () => BASE32[randomInt(BASE32.length)]).join("");
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
