import type { Vault } from "#platform/encryption/vault.server.ts";
import { canonicalId } from "../ids/id.ts";

/**
 * The fingerprint that an ID is stored under: that of its canonical form, so that every spelling
 * has the same one. A text without visible characters is fingerprinted as it is. [S3.9]
 */
export function idFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(canonicalId(id) || id);
}

/**
 * All fingerprints that an ID may be stored under, starting with the one a new row would get: under
 * the current secret, then under earlier secrets.
 */
export function idFingerprints({ fingerprints }: Pick<Vault, "fingerprints">, given: string): Buffer[] {
  return fingerprints(canonicalId(given) || given);
}
