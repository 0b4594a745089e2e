import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type DecipherGCM,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Where an encrypted value belongs: its column, and what its row is known by. */
export type Place = { column: string; row: string };

/**
 * Protects values in the database: encrypts them, fingerprints them for lookup, and derives keys.
 */
export type Vault = {
  /** Encrypts a text for one place (AES-256-GCM with a random nonce, the place authenticated). */
  encrypt(place: Place, text: string): Buffer;
  /**
   * Decrypts the result of `encrypt` at its place. Throws if the key is wrong, a bit was changed or
   * the value was encrypted for another place.
   */
  decrypt(place: Place, encrypted: Uint8Array): string;
  /** A keyed fingerprint (HMAC-SHA-256) that finds the same text again without revealing it. */
  fingerprint(text: string): Buffer;
  /** The fingerprints of a text under the current secret and each earlier one, newest first. */
  fingerprints(text: string): Buffer[];
  /** A 32-byte key for `purpose`; the same for the same subject until the secret changes. */
  derive(purpose: string, subject: string): Buffer;
  /** The same under the current secret and each earlier one, newest first. */
  derivations(purpose: string, subject: string): Buffer[];
};

/**
 * The keys kept of an earlier secret, to recognize its fingerprints and derived keys. They decrypt
 * nothing.
 */
export type EarlierKeys = { finding: Buffer; deriving: Buffer };

/** The first byte of a value that is bound to its place. */
const BOUND = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const TAG_AT = 1 + NONCE_BYTES;
const BODY_AT = TAG_AT + TAG_BYTES;
/** A shorter tag would be easier to guess. */
const fullTag = { authTagLength: TAG_BYTES };

/**
 * Opens a vault whose keys are all derived from the shop's secret, one for each purpose
 * (HKDF-SHA-256). `earlier` are the kept keys of earlier secrets, newest first.
 */
export function openVault(secret: string, earlier: readonly EarlierKeys[] = []): Vault {
  const key = createSecretKey(keyOf(secret, "seal"));
  const now = matchingWith(keysToStore(secret));
  const all = [now, ...earlier.map(matchingWith)];

  return {
    encrypt(place, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associatedData(place));
      const body = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([Buffer.of(BOUND), nonce, cipher.getAuthTag(), ...body]);
    },
    decrypt: decryptWith(key),
    fingerprint: now.fingerprint,
    fingerprints: (text) => all.map(({ fingerprint }) => fingerprint(text)),
    derive: now.derive,
    derivations: (purpose, subject) => all.map(({ derive }) => derive(purpose, subject)),
  };
}

function decryptWith(key: KeyObject): Vault["decrypt"] {
  return (place, encrypted) => {
    if (encrypted[0] !== BOUND) throw new Error(`${place.column}: encrypted by an unknown version`);
    try {
      return decrypted(decipherOf(key, encrypted).setAAD(associatedData(place)), encrypted);
    } catch (cause) {
      throw new Error(`${place.column}: a value is damaged, belongs to another place or was written with another secret`, { cause });
    }
  };
}

function decipherOf(key: KeyObject, encrypted: Uint8Array): DecipherGCM {
  return createDecipheriv("aes-256-gcm", key, encrypted.subarray(1, TAG_AT), fullTag);
}

function decrypted(decipher: DecipherGCM, encrypted: Uint8Array): string {
  decipher.setAuthTag(encrypted.subarray(TAG_AT, BODY_AT));
  const text = decipher.update(encrypted.subarray(BODY_AT));
  decipher.final();
  return text.toString("utf8");
}

function associatedData({ column, row }: Place): Buffer {
  return Buffer.from(`${column}\0${row}`, "utf8");
}

function matchingWith(keys: EarlierKeys): Pick<Vault, "fingerprint" | "derive"> {
  const finding = createSecretKey(keys.finding);
  const deriving = createSecretKey(keys.deriving);
  return {
    // Converting from a string lets many digests share one buffer; a digest as bytes has its own,
    // which is 20 MB for 100,000 IDs.
    fingerprint: (text) => Buffer.from(createHmac("sha256", finding).update(text, "utf8").digest("binary"), "latin1"),
    derive: (purpose, subject) => createHmac("sha256", deriving).update(`${purpose}\0${subject}`, "utf8").digest(),
  };
}

/** The keys of a secret that must be kept when it is replaced. */
export function keysToStore(secret: string): EarlierKeys {
  return { finding: keyOf(secret, "fingerprint"), deriving: keyOf(secret, "derive") };
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "trackside", purpose, KEY_BYTES));
}

/** SHA-256, for random keys that need only be stored unreadable. */
export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares in constant time. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
