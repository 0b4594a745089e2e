import { setImmediate as others } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type Fingerprinted, fingerprinted } from "./known-units.server.ts";

/** An ID ready to be inserted: encrypted, with all its fingerprints. */
export type Prepared = Fingerprinted & { encrypted: Buffer };

/** IDs processed before yielding to the event loop; takes 1 to 3 ms. */
const AT_ONCE = 50;

/**
 * Encrypts and fingerprints IDs, yielding often enough that neither visitors nor a running
 * transaction are held up. The values must not repeat. [S3.9]
 */
export async function prepareIds({ vault }: Pick<Services, "vault">, values: readonly string[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const value of values) {
    const id = fingerprinted(vault, value);
    prepared.push({ ...id, encrypted: vault.encrypt(placeOf("units.value", id.fingerprint), id.value) });
    if (prepared.length % AT_ONCE === 0) await others();
  }
  return prepared;
}
