import { dirname } from "node:path";
import { type Keyring, openKeyring } from "#platform/archive/archive-key.server.ts";
import { type Archive, openArchive } from "#platform/archive/read-archive.server.ts";
import { type Migration, readMigrations } from "#platform/database/migrate.server.ts";
import { isBeforeTheLine, THE_MOVE } from "#platform/database/refuse-before-the-line.server.ts";
import { keyCheckOf } from "#platform/encryption/secret.server.ts";
import type { Files } from "#platform/files/files.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { BackupAbout, type BackupProgress, BackupSummary, backupParts } from "./backup-contents.ts";
import { copiesBeside } from "./picture-copies.server.ts";

/** A backup that was read completely and is intact, with the keys of what lies beside it. */
type ReadBackup = { archive: Archive; about: BackupAbout; summary: BackupSummary; keyOf: Keyring; copies: Files };

/** A backup that this version knows and whose secret is available. */
export type CheckedBackup = ReadBackup & {
  /** The migrations of its database, in order. */
  migrations: Migration[];
  /** The secret that its rows are encrypted with. */
  secret: string;
  /** The secret to store in the data folder; null if the operator sets it. */
  ownSecret: string | null;
};

/** A file, and where the copies of its pictures are: beside it, unless others are given. */
type BackupFile = { file: string; copies?: Files };

/**
 * Reads a whole backup without writing anything. Throws a `StartProblem` for a wrong passphrase, a
 * damaged or truncated file, a newer version or one before 1.0.0, or a `SECRET` that does not match.
 */
export async function checkBackup(
  file: string | BackupFile,
  askPassphrase: () => Promise<string>,
  operatorsSecret: string | null,
  seen: (progress: BackupProgress) => void = () => {},
): Promise<CheckedBackup> {
  const backup = await readBackup(file, askPassphrase, seen);
  if (isBeforeTheLine(backup.about.migrations))
    throw new StartProblem(
      `The backup is of a version before 1.0.0, which this one can't restore. Restore it with that version. ${THE_MOVE}`,
    );
  const ownSecret = secretOf(backup.about, operatorsSecret);
  return { ...backup, migrations: await migrationsOf(backup.about), secret: ownSecret ?? operatorsSecret ?? "", ownSecret };
}

/** Reads a backup regardless of its secret and version. */
export async function readBackup(
  backup: string | BackupFile,
  askPassphrase: () => Promise<string>,
  seen: (progress: BackupProgress) => void = () => {},
): Promise<ReadBackup> {
  const { file, copies = copiesBeside(dirname(file)) } = typeof backup === "string" ? { file: backup } : backup;
  const keyOf = openKeyring(askPassphrase);
  const archive = await openArchive(file, keyOf).catch(withoutFile);
  const found = new Map<string, unknown>();
  const tables = new Set<string>();
  await archive.read(
    async ({ kind, name }, content) => {
      if (kind === backupParts.table) tables.add(name);
      if (kind !== backupParts.about && kind !== backupParts.summary) return;
      const blocks: Buffer[] = [];
      for await (const block of content) blocks.push(block);
      found.set(kind, JSON.parse(Buffer.concat(blocks).toString()));
    },
    (bytes) => seen({ doing: "checking", bytes }),
  );

  const about = BackupAbout.safeParse(found.get(backupParts.about));
  const summary = BackupSummary.safeParse(found.get(backupParts.summary));
  if (!about.success || !summary.success || Object.keys(summary.data.rows).some((name) => !tables.has(name)))
    throw new StartProblem("The file is damaged.");
  return { archive, about: about.data, summary: summary.data, keyOf, copies };
}

/** Whether a backup was made with this secret. */
export function isOfSecret({ secret }: BackupAbout, value: string): boolean {
  return "kept" in secret ? secret.kept === value : secret.check === keyCheckOf(value).toString("hex");
}

function withoutFile(error: NodeJS.ErrnoException): never {
  if (error.code === "ENOENT") throw new StartProblem("There is no such file.");
  if (error.code === "EACCES") throw new StartProblem("The file may not be read by the user who runs this.");
  throw error;
}

/** The secret to store in the data folder; null if the operator set the right one. Throws a `StartProblem` if it is another. */
export function secretOf({ secret }: Pick<BackupAbout, "secret">, operators: string | null): string | null {
  if ("kept" in secret) {
    if (operators === null) return secret.kept;
    if (operators === secret.kept) return null;
    throw new StartProblem("SECRET is not the one that this shop was written with. Leave SECRET out: the backup brings the shop's own.");
  }
  if (operators === null)
    throw new StartProblem("This shop was written with a SECRET of its operator. Set SECRET to the same and try again.");
  if (keyCheckOf(operators).toString("hex") === secret.check) return null;
  throw new StartProblem("SECRET is not the one that this shop was written with. Set the one that was set when the backup was made.");
}

/** The migrations that a backup has. Throws a `StartProblem` if this version does not know one. */
export async function migrationsOf({ migrations }: Pick<BackupAbout, "migrations">): Promise<Migration[]> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum === checksum) return migration;
    throw new StartProblem(
      `The backup was made by another version of the shop (it has ${name}). Restore it with that version, or with a newer one.`,
    );
  });
}
