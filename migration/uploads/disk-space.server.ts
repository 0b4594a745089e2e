import { stat, statfs } from "node:fs/promises";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { MigrationSources } from "../migration.server.ts";
import { MIGRATION_LOG_MAX_BYTES, MIGRATION_LOG_TIMES, MIGRATION_ROOM_TIMES, MIGRATION_ROOM_TIMES_WITH_PREVIEW } from "./constants.ts";

/**
 * Checks that the database's disk has roughly the space that an import of these files needs, or a
 * preview and the import after it. Skipped for a database on another machine. Refuses
 * `migrationNoRoom`. A file that cannot be read is reported later, when it is read.
 */
export async function seeRoom(
  services: Pick<Services, "databaseDir">,
  sources: MigrationSources,
  isPreview: boolean,
): Promise<Result<null, "migrationNoRoom">> {
  if (services.databaseDir === null) return ok(null);
  const { bavail, bsize } = await statfs(services.databaseDir);
  const sizes = await Promise.all([sources.database, sources.accounts?.file].map((file) => sizeOf(file)));
  const needed = roomFor(
    sizes.reduce((sum, size) => sum + size, 0),
    isPreview,
  );
  return bavail * bsize < needed
    ? refused("migrationNoRoom", { free: inMegabytes(bavail * bsize), needed: inMegabytes(needed) })
    : ok(null);
}

/**
 * The disk space that files of this size need, in bytes. After a preview the database's log already
 * has its size.
 */
export function roomFor(bytes: number, isPreview: boolean): number {
  return isPreview
    ? bytes * MIGRATION_ROOM_TIMES_WITH_PREVIEW + Math.min(bytes * MIGRATION_LOG_TIMES, MIGRATION_LOG_MAX_BYTES)
    : bytes * MIGRATION_ROOM_TIMES;
}

async function sizeOf(file: string | undefined): Promise<number> {
  return file === undefined
    ? 0
    : stat(file).then(
        ({ size }) => size,
        () => 0,
      );
}

const MEGABYTE = 1024 * 1024;

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString("en-IN")} MB`;
}
