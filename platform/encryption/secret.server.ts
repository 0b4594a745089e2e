import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { withClient } from "./database/with-client.server.ts";
import { StartProblem } from "./start-problem.ts";
import { isSame, openVault } from "./vault.server.ts";

/** Where the secret comes from: the operator's, or null for one that is made once and kept in the data folder. */
export type SecretPlace = { secret: string | null; dataDir: string };

export const SECRET_MIN_LENGTH = 16;

/** A secret that is about to become the shop's: it counts once the database was written with it. */
const NEXT = "secret.next";

/** A value that tells of a secret whether it is the same, and nothing else. */
export function keyCheckOf(secret: string): Buffer {
  return openVault(secret).derive("key-check", "trackside");
}

/**
 * The secret that fits the database at `databaseUrl`, whatever its shape: the operator's, or that of the data folder, where one is made for a database
 * that has none yet. `findSealed` finds something that was sealed before the database noted which secret it is. Throws a `StartProblem` where none fits.
 */
export async function findSecret(
  place: SecretPlace,
  databaseUrl: string,
  findSealed: (client: ClientBase) => Promise<Buffer | null>,
): Promise<string> {
  const { known, sealed } = await withClient(databaseUrl, async (client) => {
    const check = await readKeyCheck(client);
    return { known: check, sealed: check ? null : await findSealed(client) };
  });
  const fits = (secret: string) => (known ? isSame(keyCheckOf(secret), known) : sealed === null || opens(secret, sealed));

  const secret = place.secret ?? (await keptSecret(place.dataDir, fits)) ?? (known || sealed ? null : await makeSecret(place.dataDir));
  if (secret === null || !fits(secret)) throw new StartProblem(misfit(place, secret));
  return secret;
}

/** Notes in a migrated database which secret it is written with. Of two that start together with different secrets one is refused. */
export async function noteSecret(place: SecretPlace, client: Pick<ClientBase, "query">, secret: string): Promise<void> {
  await client.query("insert into key_check (value) select $1 where not exists (select from key_check) on conflict do nothing", [
    keyCheckOf(secret),
  ]);
  const noted = await readKeyCheck(client);
  if (!noted || !isSame(noted, keyCheckOf(secret))) throw new StartProblem(misfit(place, secret));
}

/** The value by which a database knows its secret; null before it was noted. */
export async function readKeyCheck(client: Pick<ClientBase, "query">): Promise<Buffer | null> {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('key_check') is not null as "isThere"`);
  if (!found[0]?.isThere) return null;
  const { rows } = await client.query<{ value: Buffer }>("select value from key_check");
  return rows[0]?.value ?? null;
}

/** The secret that is kept in the data folder, or null where there is none yet. */
export async function readKeptSecret(dataDir: string): Promise<string | null> {
  return readSecretFile(dataDir, "secret");
}

/** Lays a secret beside the shop's own: at the next start the one of the two that fits the database is taken. */
export async function layNextSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, `${NEXT}.${randomUUID()}`);
  await writeFile(unfinished, secret, { mode: 0o600, flush: true });
  await rename(unfinished, join(dataDir, NEXT));
  await syncFolder(dataDir);
}

/** Puts the secret that was laid beside in the place of the shop's own. */
export async function takeNextSecret(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT), join(dataDir, "secret"));
  await syncFolder(dataDir);
}

/** Takes away a secret that was laid beside and is not needed. */
export async function dropNextSecret(dataDir: string): Promise<void> {
  await rm(join(dataDir, NEXT), { force: true });
}

/** What a crash between writing the database and putting the secret in its place left behind is put right. */
async function keptSecret(dataDir: string, fits: (secret: string) => boolean): Promise<string | null> {
  const kept = await readSecretFile(dataDir, "secret");
  if (kept !== null && fits(kept)) return kept;
  const next = await readSecretFile(dataDir, NEXT);
  if (next === null || !fits(next)) return kept;
  await takeNextSecret(dataDir);
  return next;
}

async function readSecretFile(dataDir: string, name: string): Promise<string | null> {
  const file = join(dataDir, name);
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartProblem(`The secret in ${file} cannot be read (${error.code}). Start the shop as the user who owns ${dataDir}.`);
  });
  if (kept === null || kept.trim().length >= SECRET_MIN_LENGTH) return kept?.trim() ?? null;
  throw new StartProblem(
    `The secret in ${file} is damaged. Bring it back from a backup: without it, sessions end and stored IDs cannot be read.`,
  );
}

async function makeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  // Of two that start together one makes the secret; the other takes what it finds.
  await link(unfinished, file).catch(() => {});
  await rm(unfinished, { force: true });
  await syncFolder(dataDir);
  return (await readFile(file, "utf8")).trim();
}

function opens(secret: string, sealed: Buffer): boolean {
  try {
    return openVault(secret).open(sealed) !== null;
  } catch {
    return false;
  }
}

function misfit({ secret: given, dataDir }: SecretPlace, found: string | null): string {
  const file = join(dataDir, "secret");
  if (given !== null) {
    return "SECRET does not fit this database, which was written with another one. Set the SECRET it was written with (after rotate-secret the new one); if that was one the shop had made, leave SECRET out.";
  }
  if (found === null) {
    return `The secret that this database was written with is missing: there is no ${file}. Bring it back, or set SECRET if that was set before; without it stored IDs cannot be read.`;
  }
  return `The secret in ${file} does not fit this database, which was written with another one. Bring back the file that belongs to it, or set SECRET if that was set before.`;
}

/** A new name is only safe from a power cut when its folder is written down too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
