import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "#platform/archive/write-archive.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import type { Files } from "#platform/files/files.ts";
import type { S3Files } from "#platform/files/s3.server.ts";
import { backupTime } from "./backup-name.ts";
import { copiesBeside } from "./picture-copies.server.ts";
import type { StoredBackup } from "./stored-backups.ts";

/** Where automatic backups are stored: a folder, or a bucket. */
export type BackupPlace = {
  kind: "folder" | "bucket";
  /** The folder; null for a bucket. */
  dir: string | null;
  /** The backups there, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Stores a backup that `write` writes to a local path, whole or not at all. */
  add(name: string, write: (file: string) => Promise<void>): Promise<void>;
  remove(name: string): Promise<void>;
  /** Prepares the place, and removes what a crash left. Only one process may do so at a time. */
  tidy(): Promise<void>;
  copies: Files;
  /** The log (WAL) of the built-in database. */
  wal: Files;
};

/** A bucket of backups: their rows, the copies of pictures, and the database's log. */
export type BackupBucket = { rows: S3Files; copies: Files; wal: Files };

/** The folder of the database's log, beside the backups of rows. */
const WAL_FOLDER = "wal";

/** A folder of this machine. */
export function folderOfBackups(dir: string): BackupPlace {
  return {
    kind: "folder",
    dir,
    list: () => listBackups(dir).catch(noneWithout),
    add: (name, write) => write(join(dir, name)),
    remove: (name) => rm(join(dir, name), { force: true }),
    async tidy() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      for (const name of await readdir(dir)) {
        const [whole = ""] = name.split(".backup.");
        if (name.endsWith(UNFINISHED) && backupTime(`${whole}.backup`)) await rm(join(dir, name), { force: true });
      }
    },
    copies: copiesBeside(dir),
    wal: openDiskFiles(join(dir, WAL_FOLDER)),
  };
}

/** A bucket. A backup is first written whole into `unsentDir` on this machine. */
export function bucketOfBackups({ rows, copies, wal }: BackupBucket, unsentDir: string): BackupPlace {
  return {
    kind: "bucket",
    dir: null,
    list: () => listBucket(rows),
    async add(name, write) {
      const file = join(unsentDir, name);
      try {
        await write(file);
        await rows.putFile(name, file);
      } finally {
        await rm(file, { force: true });
      }
    },
    remove: (name) => rows.remove(name),
    async tidy() {
      await rm(unsentDir, { recursive: true, force: true });
      await mkdir(unsentDir, { recursive: true, mode: 0o700 });
    },
    copies,
    wal,
  };
}

/** Lists the automatic backups in a folder, newest first. */
export async function listBackups(dir: string): Promise<StoredBackup[]> {
  return newestFirst(await readdir(dir));
}

/** Lists the automatic backups in a bucket, newest first. */
export async function listBucket(rows: Pick<Files, "list">): Promise<StoredBackup[]> {
  const names: string[] = [];
  for await (const { key } of rows.list()) names.push(key);
  return newestFirst(names);
}

/** A folder that is not there yet has no backups. */
function noneWithout(error: NodeJS.ErrnoException): StoredBackup[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

function newestFirst(names: string[]): StoredBackup[] {
  return names
    .flatMap((name) => {
      const at = backupTime(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
