import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts a text as versions before 1.0 did: for no column and no row. */
export function unboundValue(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "trackside", "seal", 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}
