import { setImmediate as others } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { type Marked, marked } from "./known-units.server.ts";

/** An ID as it enters the books: sealed, and with all that it may be known by. */
export type Prepared = Marked & { sealed: Buffer };

/** So many in one go take one to three milliseconds. */
const AT_ONCE = 50;

/** Seals IDs, of which each is there once, and draws their fingerprints, a few at a time: neither visitors nor a transaction that runs meanwhile wait for it. [S3.9] */
export async function prepareIds({ vault }: Pick<Services, "vault">, values: readonly string[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const value of values) {
    prepared.push({ ...marked(vault, value), sealed: vault.seal(value) });
    if (prepared.length % AT_ONCE === 0) await others();
  }
  return prepared;
}
