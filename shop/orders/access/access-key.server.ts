import { randomBytes } from "node:crypto";
import { isSame, sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { isKeyShaped, type Keys } from "#shop/accounts/visitor.ts";

const ACCESS_KEY_BYTES = 18;
const BROWSER_KEY_BYTES = 24;

/**
 * One link of an order. Number 0 comes with a guest's order; each link that an admin makes later
 * has the next number.
 */
type Link = { id: string; linkNumber: number };

/**
 * Derives the access key of a link: 144 bits from the order's id, so that a repeated attempt
 * returns the same key. [S6.6]
 */
export function accessKeyOf(services: Pick<Services, "vault">, link: Link): string {
  return inLink(services.vault.derive("access-key", subjectOf(link)));
}

/**
 * The access keys that a link may have been made with, under the current secret and each earlier
 * one. At most one of them `unlocks` the order.
 */
export function accessKeysOf(services: Pick<Services, "vault">, link: Link): string[] {
  return services.vault.derivations("access-key", subjectOf(link)).map(inLink);
}

function subjectOf({ id, linkNumber }: Link): string {
  return linkNumber === 0 ? id : `${id} ${linkNumber}`;
}

function inLink(derived: Buffer): string {
  return derived.subarray(0, ACCESS_KEY_BYTES).toString("base64url");
}

/** Draws a new browser key for the cookie, with the hash that the shop stores. */
export function drawBrowserKey(): { key: string; hash: Buffer } {
  const key = randomBytes(BROWSER_KEY_BYTES).toString("base64url");
  return { key, hash: sha256(key) };
}

/**
 * Whether a visitor's keys unlock an order: with the access key of its private link, or the browser
 * key of a browser that opened or placed it. [S6.6] [S6.7]
 */
export function unlocks(keys: Keys, order: { accessKeyHash: Buffer | null; unlockedBy: Buffer[] }): boolean {
  const { accessKey, browser } = keys;
  if (accessKey && order.accessKeyHash && isKeyShaped(accessKey) && isSame(sha256(accessKey), order.accessKeyHash)) return true;
  if (!browser) return false;
  const hash = Buffer.from(browser, "hex");
  return order.unlockedBy.some((known) => isSame(known, hash));
}
