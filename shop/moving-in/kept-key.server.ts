import { sha256 } from "#platform/vault.server.ts";
import { isUnclean } from "./old-values.ts";

/** What the hosted database allowed at most; much longer ones are too long for an index. */
const KEY_MAX_BYTES = 768;
const [SHOWN, DIGITS] = [60, 24];

/** A name of the file as it can be kept and found again: one that cannot is cut, and told from others by its hash. */
export function keptKey(key: string): string {
  if (!isUnclean(key) && Buffer.byteLength(key) <= KEY_MAX_BYTES) return key;
  return `${key.replaceAll("\0", "").slice(0, SHOWN).toWellFormed()}~${sha256(key).toString("hex").slice(0, DIGITS)}`;
}
