import { createHmac } from "node:crypto";
import { isSame } from "#platform/encryption/vault.server.ts";
import type { WebhookSecret } from "./provider.ts";

/**
 * Whether a text is the hexadecimal HMAC-SHA-256 of a message.
 * Takes the same time wherever they differ.
 */
export function isSignature(given: string, message: string | Uint8Array, key: string): boolean {
  const expected = createHmac("sha256", key).update(message).digest("hex");
  return isSame(Buffer.from(given), Buffer.from(expected));
}

/**
 * The webhook secrets that count at a time. An empty one never does: anybody could sign with it.
 */
export function countingSecrets(secrets: readonly WebhookSecret[], now: Date): string[] {
  return secrets.filter(({ secret, until }) => secret !== "" && (until === null || now < until)).map(({ secret }) => secret);
}
