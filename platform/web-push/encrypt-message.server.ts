import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from "node:crypto";

/**
 * The keys that a browser gives with its subscription: a point of P-256 and a secret, base64url.
 */
export type BrowserKeys = { p256dh: string; auth: string };

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Ends the text of the last record; zeros may follow. */
const DELIMITER = 2;
/** The size that every message is padded to, so that its length tells nothing. */
const PADDED_BYTES = 2_048;
/** The record size in the header. A message is one record, which push services limit to this. */
const RECORD_BYTES = 4_096;

/** Whether the keys have the right lengths, and the first is a point of the curve. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== POINT_BYTES || Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one browser as RFC 8291 says (`aes128gcm`), so that its push service
 * cannot read it. `given` sets what is otherwise random, and the padding,
 * for the example of the RFC.
 */
export function encryptMessage(
  text: string,
  keys: BrowserKeys,
  given: { salt?: Buffer; privateKey?: Buffer; paddedBytes?: number } = {},
): Buffer {
  const { salt = randomBytes(SALT_BYTES), paddedBytes = PADDED_BYTES } = given;
  const own = createECDH(CURVE);
  if (given.privateKey) own.setPrivateKey(given.privateKey);
  else own.generateKeys();
  const [ownPoint, point] = [own.getPublicKey(), Buffer.from(keys.p256dh, "base64url")];

  const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, ownPoint]);
  const shared = derived(own.computeSecret(point), Buffer.from(keys.auth, "base64url"), info, 32);
  const key = derived(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derived(shared, salt, "Content-Encoding: nonce\0", 12);

  const cipher = createCipheriv("aes-128-gcm", key, nonce, { authTagLength: TAG_BYTES });
  const encrypted = [cipher.update(padded(text, paddedBytes)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, headerOf(ownPoint), ...encrypted]);
}

function derived(secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/** Throws for a text that does not fit: the shop's own are far shorter. */
function padded(text: string, bytes: number): Buffer {
  const content = Buffer.concat([Buffer.from(text, "utf8"), Buffer.of(DELIMITER)]);
  if (content.length > PADDED_BYTES) throw new RangeError("a push message is too long");
  return Buffer.concat([content, Buffer.alloc(Math.max(0, bytes - content.length))]);
}

function headerOf(point: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([size, Buffer.of(point.length), point]);
}
