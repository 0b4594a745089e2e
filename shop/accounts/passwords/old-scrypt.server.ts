import { createCipheriv, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { isSame } from "#platform/encryption/vault.server.ts";
import type { HashConfig } from "./hash-config.ts";
import type { OldHash } from "./old-hash.ts";

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const KEY_BYTES = 32;
const NO_COUNTER = Buffer.alloc(16);
/** The scrypt cost parameters N and r of the shop's own hashes. */
const OWN_N = 16_384;
const OWN_R = 16;

/**
 * Whether a password matches an old hash. The old service derives a key from the password with
 * scrypt and encrypts its signer key with it; the result is the hash. An old hash is cheaper than
 * the shop's own, so the rest of the work is done too: timing must not reveal which accounts were
 * imported.
 */
export async function fitsOldHash(config: HashConfig, { salt, hash }: Pick<OldHash, "salt" | "hash">, password: string): Promise<boolean> {
  const salted = Buffer.concat([Buffer.from(salt, "base64"), Buffer.from(config.saltSeparator, "base64")]);
  const N = 2 ** config.memCost;
  const key = await derive(password, salted, KEY_BYTES, { N, r: config.rounds, p: 1, maxmem: memory(N, config.rounds) });
  await workOff(password, salted, OWN_R - Math.floor((N * config.rounds) / OWN_N));

  const cipher = createCipheriv("aes-256-ctr", key, NO_COUNTER);
  return isSame(cipher.update(Buffer.from(config.signerKey, "base64")), Buffer.from(hash, "base64"));
}

async function workOff(password: string, salt: Buffer, r: number): Promise<void> {
  await derive(password, salt, KEY_BYTES, { N: OWN_N, r, p: 1, maxmem: memory(OWN_N, r) });
}

function memory(N: number, r: number): number {
  return 2 * 128 * N * r;
}
