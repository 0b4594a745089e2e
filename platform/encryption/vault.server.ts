import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Keeps what must not lie open in the database: seals it, finds it again by fingerprint, derives keys. */
export type Vault = {
  /** Encrypts a text (AES-256-GCM, a fresh nonce each time). */
  seal(text: string): Buffer;
  /** Decrypts what `seal` made. Throws when the key does not fit or a bit was changed. */
  open(sealed: Uint8Array): string;
  /** With which a thread of this process opens, too, by `openerOf`. A key that no log and no JSON shows; for `beginOpening` alone. */
  sealing: KeyObject;
  /** A keyed fingerprint (HMAC-SHA-256) by which the same text is found again without being readable. */
  fingerprint(text: string): Buffer;
  /** The fingerprints of a text under the secret of now and then under each earlier one, the newest first. */
  fingerprints(text: string): Buffer[];
  /** A key of 32 bytes for `purpose`, always the same for the same subject while the secret is. */
  derive(purpose: string, subject: string): Buffer;
  /** The same under the secret of now and then under each earlier one, the newest first. */
  derivations(purpose: string, subject: string): Buffer[];
};

/** What is kept of an earlier secret: by it the shop knows again what it found and derived then. It opens nothing that was sealed. */
export type EarlierKeys = { finding: Buffer; deriving: Buffer };

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const TAG_AT = 1 + NONCE_BYTES;
const BODY_AT = TAG_AT + TAG_BYTES;
/** A shorter tag would be easier to guess. */
const fullTag = { authTagLength: TAG_BYTES };

/**
 * A vault whose keys all come from the shop's one secret, each for its own purpose (HKDF-SHA-256). `earlier` is what was kept of the secrets before it,
 * the newest first.
 */
export function openVault(secret: string, earlier: readonly EarlierKeys[] = []): Vault {
  const sealing = createSecretKey(keyOf(secret, "seal"));
  const now = matchingWith(keysToKeep(secret));
  const all = [now, ...earlier.map(matchingWith)];

  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...body]);
    },
    open: openerOf(sealing),
    sealing,
    fingerprint: now.fingerprint,
    fingerprints: (text) => all.map(({ fingerprint }) => fingerprint(text)),
    derive: now.derive,
    derivations: (purpose, subject) => all.map(({ derive }) => derive(purpose, subject)),
  };
}

/** Opens what a vault with this key sealed. */
export function openerOf(sealing: KeyObject): Vault["open"] {
  return (sealed) => {
    if (sealed[0] !== VERSION) throw new Error("sealed by an unknown version");
    const decipher = createDecipheriv("aes-256-gcm", sealing, sealed.subarray(1, TAG_AT), fullTag);
    decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
    const text = decipher.update(sealed.subarray(BODY_AT));
    decipher.final();
    return text.toString("utf8");
  };
}

function matchingWith(keys: EarlierKeys): Pick<Vault, "fingerprint" | "derive"> {
  const finding = createSecretKey(keys.finding);
  const deriving = createSecretKey(keys.deriving);
  return {
    // By way of a text many share a piece of memory: a digest of bytes has one of its own, which for 100,000 IDs is 20 MB.
    fingerprint: (text) => Buffer.from(createHmac("sha256", finding).update(text, "utf8").digest("binary"), "latin1"),
    derive: (purpose, subject) => createHmac("sha256", deriving).update(`${purpose}\0${subject}`, "utf8").digest(),
  };
}

/** What of a secret has to be kept when another takes its place. */
export function keysToKeep(secret: string): EarlierKeys {
  return { finding: keyOf(secret, "fingerprint"), deriving: keyOf(secret, "derive") };
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "trackside", purpose, KEY_BYTES));
}

/** SHA-256, for keys that are random already and need only be stored unreadable. */
export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares without telling by its time where two values differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
