/** A picture as it came in: its name, and its bytes as they are, not yet trusted. */
export type ReceivedProof = { filename: string; bytes: Uint8Array };

/** A picture that was checked, made anew and stored under a key nobody can guess, and what it is known again by. */
export type KeptProof = { key: string; filename: string; seen: SeenProof };

/** What a picture is known again by: a hash of its pixels, and its look, which is null for one that is nearly blank. */
export type SeenProof = { pixels: Buffer; look: string | null };

/** Tells one picture of an order from the one sent after it, whose name may be the same; it opens nothing. */
export function proofIdOf(key: string): string {
  return key.slice(0, 12);
}

const NAME_MAX_LENGTH = 80;

/** `payment-proofs/{requestCode}_{filename}`, the name made safe: letters, digits, dot, hyphen and underscore, ending in .jpg. [S7.3] */
export function proofNameOf(requestCode: string, filename: string): string {
  const stem = (filename.split(/[\\/]/).at(-1) ?? "")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-._]+|[-._]+$/g, "")
    .slice(0, NAME_MAX_LENGTH);
  return `payment-proofs/${requestCode}_${stem || "proof"}.jpg`;
}
