import { existsSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { removeFolder } from "./cluster.server.ts";
import type { DatabaseLocation } from "./embedded-location.server.ts";

/** The size of a segment, of which PostgreSQL's log (WAL) consists. */
export const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;

/** The most segments that wait. Later ones are not copied, and a new copy begins after the gap. */
export const WAL_WAITING_MAX = 64;

/** Where the built-in PostgreSQL puts the segments of its log that are finished, and its files. */
export type WalSource = { folder: string; database: string };

/**
 * PostgreSQL finishes a segment at least once a minute, if anything was written, and copies it into
 * a folder beside its own, unless too many wait there. It considers the segment archived even if
 * that fails: a full folder must not make it keep its log until its disk is full. Whoever takes the
 * segments notices the gap. Other files in the folder have a dot in their names.
 */
export const ARCHIVING = {
  archive_mode: "on",
  archive_timeout: "60",
  archive_command:
    `[ "$(ls ../wal-out | grep -vc "[.]")" -lt ${WAL_WAITING_MAX} ] || exit 0; ` +
    "(cp %p ../wal-out/%f.unfinished && sync ../wal-out/%f.unfinished && mv ../wal-out/%f.unfinished ../wal-out/%f) || rm -f ../wal-out/%f.unfinished",
};

/** The folder of the log while it is restored. A restore that was killed leaves it. */
export const restoredWalFolder = ({ home }: Pick<DatabaseLocation, "home">) => join(home, "wal-in");

/** The folder of the finished segments. It is the cluster's own, and goes with it. */
export const walFolder = ({ home }: Pick<DatabaseLocation, "home">) => join(home, "wal-out");

/**
 * Creates the folder of the finished segments, or removes it. If neither is wished, it stays as it
 * is: also what a command writes belongs to the archive. Returns null if there is none.
 */
export async function prepareWalFolder(location: DatabaseLocation, isArchived: boolean | undefined): Promise<string | null> {
  const folder = walFolder(location);
  if (isArchived === false) await removeFolder(folder);
  if (isArchived) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (location.account) await chown(folder, location.account.uid, location.account.gid);
  }
  return existsSync(folder) ? folder : null;
}
