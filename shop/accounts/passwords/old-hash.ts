/**
 * A password hash of the old shop, with the number of the signer key it was made with. Salt and
 * hash are base64.
 */
export type OldHash = { keyNumber: number; salt: string; hash: string };

/** Marks an old hash; the shop's own hashes begin with their salt in hex. */
const MARK = "old";

/**
 * Formats an old hash for the password column, where the shop's own hash replaces it at the first
 * login.
 */
export function writeOldHash({ keyNumber, salt, hash }: OldHash): string {
  return [MARK, keyNumber, salt, hash].join("$");
}

/** Parses the output of `writeOldHash`; null for one of the shop's own hashes. */
export function readOldHash(text: string): OldHash | null {
  const [mark, keyNumber, salt, hash] = text.split("$");
  if (mark !== MARK || salt === undefined || !hash) return null;

  return { keyNumber: Number(keyNumber), salt, hash };
}
