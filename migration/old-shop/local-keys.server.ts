import { sha256 } from "#platform/encryption/vault.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { isUnclean } from "./old-values.ts";

/** The hosted database's limit; much longer keys do not fit into an index. */
const KEY_MAX_BYTES = 768;
const [SHOWN, DIGITS] = [60, 24];

/**
 * Returns the id that a product gets here: its key in the file if that is valid in a URL, otherwise
 * the key's ASCII letters and digits with a hash, so that it is the same for every export. Null if
 * the key has no visible characters.
 */
export function localProductId(given: string): string | null {
  const key = given.trim();
  if (isProductId(key)) return key;
  if (key === "") return null;
  return `${key.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, SHOWN)}~${sha256(key).toString("hex").slice(0, DIGITS)}`;
}

/**
 * Returns a name of the file in a form that can be stored and found again; one that is invalid or
 * too long is cut and made unique with a hash.
 */
export function localKey(key: string): string {
  if (!isUnclean(key) && Buffer.byteLength(key) <= KEY_MAX_BYTES) return key;
  return `${key.replaceAll("\0", "").slice(0, SHOWN).toWellFormed()}~${sha256(key).toString("hex").slice(0, DIGITS)}`;
}
