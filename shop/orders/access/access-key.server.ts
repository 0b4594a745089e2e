import { randomBytes } from "node:crypto";
import type { Services } from "#platform/provides.ts";
import { isSame, sha256 } from "#platform/vault.server.ts";
import { isKeyShaped, type Keys } from "#shop/accounts/visitor.ts";

const ACCESS_KEY_BYTES = 18;
const BROWSER_KEY_BYTES = 24;

/** Which link of an order: 0 is the one that a guest's order comes with, and each that an admin makes later has the next number. */
type Link = { id: string; linkNumber: number };

/** The key of a guest's order: 144 bits, derived from its id, so that a repeated request gets the same answer. [S6.6] */
export function accessKeyOf(services: Pick<Services, "vault">, link: Link): string {
  return inLink(services.vault.derive("access-key", subjectOf(link)));
}

/** The keys that an order's link may have been made with: under the secret of now, and under each that the shop had before. The one that `unlocks` is its own. */
export function accessKeysOf(services: Pick<Services, "vault">, link: Link): string[] {
  return services.vault.derivations("access-key", subjectOf(link)).map(inLink);
}

function subjectOf({ id, linkNumber }: Link): string {
  return linkNumber === 0 ? id : `${id} ${linkNumber}`;
}

function inLink(derived: Buffer): string {
  return derived.subarray(0, ACCESS_KEY_BYTES).toString("base64url");
}

/** A new key for a browser's cookie, with the hash that the shop keeps of it. */
export function drawBrowserKey(): { key: string; hash: Buffer } {
  const key = randomBytes(BROWSER_KEY_BYTES).toString("base64url");
  return { key, hash: sha256(key) };
}

/** Whether a visitor's keys unlock an order: its private link's key, or a browser that opened or placed it. [S6.6] [S6.7] */
export function unlocks(keys: Keys, order: { accessKeyHash: Buffer | null; unlockedBy: Buffer[] }): boolean {
  const { accessKey, browser, unsureBrowser } = keys;
  if (accessKey && order.accessKeyHash && isKeyShaped(accessKey) && isSame(sha256(accessKey), order.accessKeyHash)) return true;
  const hashes = [browser, unsureBrowser].flatMap((hash) => (hash ? [Buffer.from(hash, "hex")] : []));
  return order.unlockedBy.some((known) => hashes.some((hash) => isSame(known, hash)));
}
