import { isSame, type Vault } from "#platform/encryption/vault.server.ts";
import { canonicalId, earlierCanonicalId } from "../ids/id.ts";

/**
 * The fingerprint that an ID is stored under: that of its canonical form, so that every spelling
 * has the same one. An ID without visible characters, which only earlier versions accepted, is
 * fingerprinted as it is. [S3.9]
 */
export function idFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(canonicalId(id) || id);
}

/** The fingerprint that versions without canonical forms stored: that of the unchanged text. */
export function earlierIdFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(id);
}

/**
 * The fingerprints that earlier versions stored: that of the unchanged text, and that of an earlier
 * canonical form. Erased IDs and twins keep them.
 */
export function earlierIdFingerprints(vault: Pick<Vault, "fingerprint">, id: string): Buffer[] {
  return [earlierIdFingerprint(vault, id), vault.fingerprint(earlierCanonicalId(id) || id)];
}

/**
 * The fingerprint of a twin (a second row of the same ID, accepted by an earlier version): its
 * earlier fingerprint or, if that equals the canonical one, that of a text with a line break in
 * front of the ID. No ID contains a line break, so this fingerprint is unique.
 */
export function twinFingerprint({ fingerprint }: Pick<Vault, "fingerprint">, id: string): Buffer {
  return fingerprint(canonicalId(id) === id ? `twin\n${id}` : id);
}

/** Whether a row that is a twin may have this fingerprint. */
export function isTwinFingerprint(vault: Pick<Vault, "fingerprint">, id: string, fingerprint: Buffer): boolean {
  return [twinFingerprint(vault, id), ...earlierIdFingerprints(vault, id)].some((print) => isSame(print, fingerprint));
}

/**
 * All fingerprints that an ID may be stored under, starting with the one a new row would get: its
 * canonical form under the current secret, then under earlier secrets, then its earlier canonical
 * form and the text as `given`, which still identify erased IDs.
 */
export function idFingerprints({ fingerprints }: Pick<Vault, "fingerprints">, given: string): Buffer[] {
  const canonical = canonicalId(given) || given;
  const prints = fingerprints(canonical);
  // The first versions trimmed the text and did nothing else.
  const earlier = new Set([earlierCanonicalId(given), given.trim()].filter((text) => text !== canonical && text !== ""));
  return [...prints, ...[...earlier].flatMap(fingerprints)];
}
