import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { refuseBeforeTheLine } from "../database/refuse-before-the-line.server.ts";
import { withClient } from "../database/with-client.server.ts";
import { syncFolder } from "../files/sync-folder.server.ts";
import { StartProblem } from "../start-problem.ts";
import { isSame, openVault, type Place } from "./vault.server.ts";

/** Where the secret comes from: the operator, or null for one generated once in the data folder. */
type SecretSource = { secret: string | null; dataDir: string };

/** A value of the database, with its place. */
type Encrypted = { place: Place; value: Buffer };

/** The minimum length of a secret in any version, in characters. */
export const SECRET_MIN_LENGTH = 16;
/** The minimum length of a new secret, and of any secret of a shop on https. */
export const NEW_SECRET_MIN_LENGTH = 32;

/**
 * The file of a secret that is about to replace the current one. It counts once the database was
 * written with it.
 */
const NEXT = "secret.next";

/** A value that identifies a secret and reveals nothing else about it. */
export function keyCheckOf(secret: string): Buffer {
  return openVault(secret).derive("key-check", "trackside");
}

/**
 * Finds the secret that matches the database at `databaseUrl`, migrated or not: the operator's, or
 * that of the data folder, where one is generated for a database that has none yet. `findEncrypted`
 * finds a value that was encrypted in a database that did not record its secret. Throws a
 * `StartProblem` if none matches, and for data of a version before 1.0.0.
 */
export async function findSecret(
  source: SecretSource,
  databaseUrl: string,
  findEncrypted: (client: ClientBase) => Promise<Encrypted | null>,
): Promise<string> {
  const { known, encrypted } = await withClient(databaseUrl, async (client) => {
    await refuseBeforeTheLine(client);
    const check = await readKeyCheck(client);
    return { known: check, encrypted: check ? null : await findEncrypted(client) };
  });
  const fits = (secret: string) => (known ? isSame(keyCheckOf(secret), known) : encrypted === null || canDecrypt(secret, encrypted));

  const secret =
    source.secret ?? (await storedSecret(source.dataDir, fits)) ?? (known || encrypted ? null : await makeSecret(source.dataDir));
  if (secret === null || !fits(secret)) throw new StartProblem(misfit(source, secret));
  return secret;
}

/**
 * Records in a migrated database which secret it is written with. If two processes start together
 * with different secrets, one is refused.
 */
export async function recordSecret(source: SecretSource, client: Pick<ClientBase, "query">, secret: string): Promise<void> {
  await client.query("insert into key_check (value) select $1 where not exists (select from key_check) on conflict do nothing", [
    keyCheckOf(secret),
  ]);
  const recorded = await readKeyCheck(client);
  if (!recorded || !isSame(recorded, keyCheckOf(secret))) throw new StartProblem(misfit(source, secret));
}

/** The value by which a database recognizes its secret; null if not recorded yet. */
export async function readKeyCheck(client: Pick<ClientBase, "query">): Promise<Buffer | null> {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('key_check') is not null as "isThere"`);
  if (!found[0]?.isThere) return null;
  const { rows } = await client.query<{ value: Buffer }>("select value from key_check");
  return rows[0]?.value ?? null;
}

/**
 * Stores a new secret beside the current one: the next start uses the one that matches the
 * database.
 */
export async function storeNextSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, `${NEXT}.${randomUUID()}`);
  await writeFile(unfinished, secret, { mode: 0o600, flush: true });
  await rename(unfinished, join(dataDir, NEXT));
  await syncFolder(dataDir);
}

/** Replaces the current secret by the stored new one. */
export async function activateNextSecret(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT), join(dataDir, "secret"));
  await syncFolder(dataDir);
}

/** Removes a stored new secret that is not needed. */
export async function dropNextSecret(dataDir: string): Promise<void> {
  await rm(join(dataDir, NEXT), { force: true });
}

/**
 * The stored secret that matches. Finishes a replacement that a crash interrupted after the
 * database was written.
 */
async function storedSecret(dataDir: string, fits: (secret: string) => boolean): Promise<string | null> {
  const stored = await readSecretFile(dataDir, "secret");
  if (stored !== null && fits(stored)) return stored;
  const next = await readSecretFile(dataDir, NEXT);
  if (next === null || !fits(next)) return stored;
  await activateNextSecret(dataDir);
  return next;
}

async function readSecretFile(dataDir: string, name: string): Promise<string | null> {
  const file = join(dataDir, name);
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartProblem(`The secret in ${file} cannot be read (${error.code}). Start the shop as the user who owns ${dataDir}.`);
  });
  if (stored === null || stored.trim().length >= SECRET_MIN_LENGTH) return stored?.trim() ?? null;
  throw new StartProblem(
    `The secret in ${file} is damaged. Bring it back from a backup: without it, sessions end and stored IDs cannot be read.`,
  );
}

async function makeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  // If two processes start together, one creates the secret and the other uses it.
  await link(unfinished, file).catch(() => {});
  await rm(unfinished, { force: true });
  await syncFolder(dataDir);
  return (await readFile(file, "utf8")).trim();
}

function canDecrypt(secret: string, { place, value }: Encrypted): boolean {
  try {
    return openVault(secret).decrypt(place, value) !== null;
  } catch {
    return false;
  }
}

function misfit({ secret: given, dataDir }: SecretSource, found: string | null): string {
  const file = join(dataDir, "secret");
  if (given !== null) {
    return "SECRET does not fit this database, which was written with another one. Set the SECRET it was written with (after rotate-secret the new one); if that was one the shop had made, leave SECRET out.";
  }
  if (found === null) {
    return `The secret that this database was written with is missing: there is no ${file}. Bring it back, or set SECRET if that was set before; without it stored IDs cannot be read.`;
  }
  return `The secret in ${file} does not fit this database, which was written with another one. Bring back the file that belongs to it, or set SECRET if that was set before.`;
}
