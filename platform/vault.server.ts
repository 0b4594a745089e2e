import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** Keeps what must not lie open in the database: seals it, finds it again by fingerprint, derives keys. */
export type Vault = {
  /** Encrypts a text (AES-256-GCM, a fresh nonce each time). */
  seal(text: string): Buffer;
  /** Decrypts what `seal` made. Throws when the key does not fit or a bit was changed. */
  open(sealed: Uint8Array): string;
  /** A keyed fingerprint (HMAC-SHA-256) by which the same text is found again without being readable. */
  fingerprint(text: string): Buffer;
  /** A key of 32 bytes for `purpose`, always the same for the same subject. */
  derive(purpose: string, subject: string): Buffer;
};

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A vault whose keys all come from the shop's one secret, each for its own purpose (HKDF-SHA-256). */
export function openVault(secret: string): Vault {
  const keyFor = (purpose: string) => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "trackside", purpose, 32)));
  const sealing = keyFor("seal");
  const finding = keyFor("fingerprint");
  const deriving = keyFor("derive");

  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== VERSION) throw new Error("sealed by an unknown version");
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      return decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    },
    fingerprint: (text) => createHmac("sha256", finding).update(text, "utf8").digest(),
    derive: (purpose, subject) => createHmac("sha256", deriving).update(`${purpose}\0${subject}`, "utf8").digest(),
  };
}

/** SHA-256, for keys that are random already and need only be stored unreadable. */
export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares without telling by its time where two values differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
