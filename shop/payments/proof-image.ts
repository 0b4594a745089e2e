import { normalized } from "#shop/canonical-text.ts";

/** An uploaded picture with its name. The bytes are not trusted yet. */
export type ReceivedProof = { filename: string; bytes: Uint8Array };

/** A checked and re-encoded picture, stored under an unguessable key, with its hashes. */
export type StoredProof = { key: string; filename: string; seen: SeenProof };

/**
 * What recognizes a picture: a hash of its pixels, and its perceptual hash, which is null for a
 * picture that is nearly blank.
 */
export type SeenProof = { pixels: Buffer; perceptualHash: string | null };

/**
 * Distinguishes an order's proof from one sent later, which may have the same name. It unlocks
 * nothing.
 */
export function proofIdOf(key: string): string {
  return key.slice(0, 12);
}

const NAME_MAX_LENGTH = 80;

/** Of a longer file name only the end is read. Anybody may send one of a megabyte. */
const FILE_NAME_READ_LENGTH = 500;

/**
 * Makes a proof's recorded name, `payment-proofs/{requestCode}_{filename}`: only letters, digits,
 * dots, hyphens and underscores, ending in .jpg. [S7.3]
 */
export function proofNameOf(requestCode: string, filename: string): string {
  const read = filename.slice(-FILE_NAME_READ_LENGTH);
  const name = (read.split(/[\\/]/).at(-1) ?? "").replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const stem = normalized(name, "NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-._]+|[-._]+$/g, "")
    .slice(0, NAME_MAX_LENGTH);
  return `payment-proofs/${requestCode}_${stem || "proof"}.jpg`;
}
