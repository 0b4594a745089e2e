/** The hash of a password as the old shop kept it, and the number of the key that it was made with. Salt and hash are base64. */
export type OldHash = { keyNumber: number; salt: string; hash: string };

/** Stands where the shop's own hashes begin with their salt in hex. */
const MARK = "old";

/** An old hash as it stands where an account's own hash will stand once it has logged in. */
export function writeOldHash({ keyNumber, salt, hash }: OldHash): string {
  return [MARK, keyNumber, salt, hash].join("$");
}

/** Reads what `writeOldHash` wrote; null for a hash of the shop's own. */
export function readOldHash(text: string): OldHash | null {
  const [mark, keyNumber, salt, hash] = text.split("$");
  if (mark !== MARK || salt === undefined || !hash) return null;

  return { keyNumber: Number(keyNumber), salt, hash };
}
