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
  /** What makes the key this archive's own where several share a derivation. */
  own: z.base64().optional(),
});
export type KeyRecipe = z.infer<typeof KeyRecipe>;

/** About 0.4 s and 128 MB for each attempted passphrase. */
const COST = { cost: 131_072, blockSize: 8, parallel: 1 };
const SALT_BYTES = 32;
const MEMORY_MAX_BYTES = 1024 ** 3;

/**
 * Archives that belong together: encrypted with one passphrase that is derived once, each with a
 * key of its own; `key` is null if they are not encrypted.
 */
export type ArchiveSet = { id: string; key: SetKey | null };
type SetKey = { root: Buffer; recipe: KeyRecipe };

/** Gives the key of the archive with this recipe. Throws an `ArchiveProblem` if the passphrase is wrong. */
export type Keyring = (recipe: KeyRecipe) => Promise<Buffer>;

/** Derives a new key for a single archive, with a random salt. */
export async function drawArchiveKey(passphrase: string): Promise<{ key: Buffer; recipe: KeyRecipe }> {
  const { root, recipe } = await drawSetKey(passphrase);
  return { key: keyIn(root, recipe), recipe };
}

/** Begins a set of archives, with a random salt. */
export async function drawArchiveSet(passphrase: string | null): Promise<ArchiveSet> {
  if (passphrase === null) return { id: OPEN_SET, key: null };
  const key = await drawSetKey(passphrase);
  return { id: idOf(key.recipe), key };
}

/** Continues a set of archives. Null if the passphrase is another one. */
export async function continueArchiveSet(passphrase: string, recipe: KeyRecipe): Promise<ArchiveSet | null> {
  const root = await derive(passphrase, recipe);
  return isRootOf(root, recipe) ? { id: idOf(recipe), key: { root, recipe } } : null;
}

/** Draws the key of one archive of a set. */
export function drawKeyIn({ root, recipe }: SetKey): { key: Buffer; recipe: KeyRecipe } {
  const own = { ...recipe, own: randomBytes(SALT_BYTES).toString("base64") };
  return { key: keyIn(root, own), recipe: own };
}

/** Opens the keys of archives with one passphrase, which is asked for once and derived once per set. */
export function openKeyring(ask: () => Promise<string>): Keyring {
  let passphrase: Promise<string> | undefined;
  const roots = new Map<string, Promise<Buffer>>();
  return async (recipe) => {
    const { own: _, ...shared } = recipe;
    const name = JSON.stringify(shared);
    passphrase ??= ask();
    const deriving = roots.get(name) ?? derive(await passphrase, recipe);
    roots.set(name, deriving);
    const root = await deriving;
    if (!isRootOf(root, recipe)) throw new ArchiveProblem("The passphrase is wrong.");
    return keyIn(root, recipe);
  };
}

const OPEN_SET = "open";

function idOf({ salt }: KeyRecipe): string {
  return Buffer.from(salt, "base64").toString("hex").slice(0, 16);
}

async function drawSetKey(passphrase: string): Promise<SetKey> {
  const cost = { ...COST, salt: randomBytes(SALT_BYTES).toString("base64") };
  const root = await derive(passphrase, cost);
  return { root, recipe: { ...cost, check: checkOf(root).toString("base64") } };
}

function isRootOf(root: Buffer, { check }: KeyRecipe): boolean {
  return isSame(checkOf(root), Buffer.from(check, "base64"));
}

function checkOf(root: Buffer): Buffer {
  return expand(root, "check");
}

function keyIn(root: Buffer, { own = "" }: KeyRecipe): Buffer {
  return expand(root, `seal${own}`);
}

function expand(root: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", root, "trackside archive", purpose, 32));
}

function derive(passphrase: string, { cost, blockSize, parallel, salt }: Omit<KeyRecipe, "check">): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallel, maxmem: MEMORY_MAX_BYTES };
  return new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), 32, options, (error, made) => (error ? reject(error) : resolve(made))),
  );
}
