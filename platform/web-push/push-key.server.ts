import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from "node:crypto";

/**
 * The shop's own key for push services (VAPID): a point of P-256 and its private number, base64url.
 */
export type PushKey = { publicKey: string; privateKey: string };

/** How long a signed header is valid; push services accept at most a day. */
const VALID_SECONDS = 12 * 60 * 60;
const COORDINATE_BYTES = 32;

/** Makes a new key. */
export function drawPushKey(): PushKey {
  const { x = "", y = "", d = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}

/**
 * The header by which a push service recognizes the shop (RFC 8292). `contact` is an address by
 * which its operator can reach the shop: `https:` or `mailto:`.
 */
export function signedHeader({ publicKey, privateKey }: PushKey, { endpoint, contact, at }: Signed): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(at.getTime() / 1_000) + VALID_SECONDS, sub: contact };
  const signedText = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: jwkOf(publicKey, privateKey), format: "jwk" });
  const signature = sign("sha256", Buffer.from(signedText), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signedText}.${signature.toString("base64url")}, k=${publicKey}`;
}
type Signed = { endpoint: string; contact: string; at: Date };

function jwkOf(publicKey: string, privateKey: string): JsonWebKey {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)];
  return { kty: "EC", crv: "P-256", x: x.toString("base64url"), y: y.toString("base64url"), d: privateKey };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
