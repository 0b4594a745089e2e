import { hkdfSync, randomBytes, scrypt } from "node:crypto";
import { z } from "zod";
import { isSame } from "../encryption/vault.server.ts";
import { ArchiveProblem } from "./archive-problem.ts";

/**
 * How an archive's key is derived from its passphrase (scrypt). Stored unencrypted at its
 * beginning.
 */
export const KeyRecipe = z.object({
  cost: z.number().int().min(2).max(1_048_576),
  blockSize: z.number().int().min(1).max(32),
  parallel: z.number().int().min(1).max(16),
  salt: z.base64(),
  /** Distinguishes a wrong passphrase from a damaged archive. */
  check: z.base64(),
});
export type KeyRecipe = z.infer<typeof KeyRecipe>;

/** About 0.4 s and 128 MB for each attempted passphrase. */
const COST = { cost: 131_072, blockSize: 8, parallel: 1 };
const SALT_BYTES = 32;
const MEMORY_MAX_BYTES = 1024 ** 3;

/** Derives a new key for a single archive, with a random salt. */
export async function drawArchiveKey(passphrase: string): Promise<{ key: Buffer; recipe: KeyRecipe }> {
  const cost = { ...COST, salt: randomBytes(SALT_BYTES).toString("base64") };
  const { key, check } = await derive(passphrase, cost);
  return { key, recipe: { ...cost, check: check.toString("base64") } };
}

/** Derives the key of an archive. Throws an `ArchiveProblem` if the passphrase is wrong. */
export async function archiveKeyOf(passphrase: string, recipe: KeyRecipe): Promise<Buffer> {
  const { key, check } = await derive(passphrase, recipe);
  if (!isSame(check, Buffer.from(recipe.check, "base64"))) throw new ArchiveProblem("The passphrase is wrong.");
  return key;
}

async function derive(
  passphrase: string,
  { cost, blockSize, parallel, salt }: Omit<KeyRecipe, "check">,
): Promise<{ key: Buffer; check: Buffer }> {
  const options = { N: cost, r: blockSize, p: parallel, maxmem: MEMORY_MAX_BYTES };
  const root = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), 32, options, (error, made) => (error ? reject(error) : resolve(made))),
  );
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", root, "trackside archive", purpose, 32));
  return { key: keyFor("seal"), check: keyFor("check") };
}
