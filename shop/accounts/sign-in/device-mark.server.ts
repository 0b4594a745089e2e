import { randomBytes } from "node:crypto";
import { isSame } from "#platform/encryption/vault.server.ts";
import { DEVICE_COOKIE_MS, DEVICE_NONCE_BYTES } from "../constants.ts";
import { DEVICE_COOKIE, ownCookie, readOwnCookie } from "../sessions/cookies.ts";

/**
 * Marks browsers that gave an account's right password, so that others who try passwords do not
 * slow its owner down. The mark opens nothing. A browser has that of the account that logged in
 * last; the shop stores none. [S8.3]
 */
export type DeviceMarks = {
  /** The `Set-Cookie` of a browser that logged in to this account. */
  cookieOf(email: string): string;
  /** Whether a request comes from a browser that logged in to this account. */
  isKnown(headers: Headers, email: string): boolean;
};

/** Opens the marks of a shop; `sign` is keyed by its secret. */
export function openDeviceMarks(sign: (text: string) => Buffer, isSecure: boolean): DeviceMarks {
  const signatureOf = (nonce: string, email: string) => sign(`device ${nonce} ${email.toLowerCase()}`);
  return {
    cookieOf(email) {
      const nonce = randomBytes(DEVICE_NONCE_BYTES).toString("base64url");
      const mark = `${nonce}.${signatureOf(nonce, email).toString("base64url")}`;
      return ownCookie(DEVICE_COOKIE, mark, DEVICE_COOKIE_MS, isSecure);
    },
    isKnown(headers, email) {
      const [nonce = "", signature = ""] = readOwnCookie(headers, DEVICE_COOKIE)?.split(".") ?? [];
      return isSame(signatureOf(nonce, email), Buffer.from(signature, "base64url"));
    },
  };
}
