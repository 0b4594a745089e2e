import { stat, statfs } from "node:fs/promises";
import type { Services } from "#platform/provides.ts";
import { MOVING_LOG_MAX_BYTES, MOVING_LOG_TIMES, MOVING_ROOM_TIMES, MOVING_ROOM_TIMES_WITH_PREVIEW } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { MovingSources } from "./moving.server.ts";

/**
 * Whether the disk of the database has about the room that an import of these files takes while it goes on, or a preview and the import after it; of a database
 * elsewhere nobody here knows. Refuses `movingNoRoom`. A file that cannot be read says so itself when it is.
 */
export async function seeRoom(
  services: Pick<Services, "databaseDir">,
  sources: MovingSources,
  isPreview: boolean,
): Promise<Result<null, "movingNoRoom">> {
  if (services.databaseDir === null) return granted(null);
  const { bavail, bsize } = await statfs(services.databaseDir);
  const sizes = await Promise.all([sources.database, sources.accounts?.file].map((file) => sizeOf(file)));
  const needed = roomFor(
    sizes.reduce((sum, size) => sum + size, 0),
    isPreview,
  );
  return bavail * bsize < needed ? refused("movingNoRoom", inMegabytes(bavail * bsize), inMegabytes(needed)) : granted(null);
}

/** What files of so many bytes take of the disk, in bytes. Behind a preview the database has its log already. */
export function roomFor(bytes: number, isPreview: boolean): number {
  return isPreview
    ? bytes * MOVING_ROOM_TIMES_WITH_PREVIEW + Math.min(bytes * MOVING_LOG_TIMES, MOVING_LOG_MAX_BYTES)
    : bytes * MOVING_ROOM_TIMES;
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
