import type { Vault } from "#platform/encryption/vault.server.ts";
import { canonicalId } from "../ids/id.ts";

/**
 * The fingerprint that an ID is stored under: that of its canonical form, so that every spelling
 * has the same one. An ID without visible characters, which only earlier versions accepted, is
 * fingerprinted as it is. [S3.9]
 */
export function idFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(canonicalId(id) || id);
}

/**
 * The fingerprint that versions without canonical forms stored: that of the unchanged text. Erased
 * IDs and twins keep it.
 */
export function earlierIdFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(id);
}

/**
 * The fingerprint of a twin (a second row of the same ID, accepted by an earlier version): its
 * earlier fingerprint or, if that equals the canonical one, that of a text with a line break in
 * front of the ID. No ID contains a line break, so this fingerprint is unique.
 */
export function twinFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(canonicalId(id) === id ? `twin\n${id}` : id);
}

/**
 * All fingerprints that an ID may be stored under, starting with the one a new row would get: its
 * canonical form under the current secret, then under earlier secrets, then the text as `given`,
 * which still identifies erased IDs.
 */
export function idFingerprints({ fingerprints }: Pick<Vault, "fingerprints">, given: string): Buffer[] {
  const canonical = canonicalId(given) || given;
  const prints = fingerprints(canonical);
  // Earlier versions trimmed the text and did nothing else.
  const earlier = given.trim();
  return earlier === canonical || earlier === "" ? prints : [...prints, ...fingerprints(earlier)];
}
