import { stat, statfs } from "node:fs/promises";
import type { Services } from "#platform/provides.ts";
import { MOVING_ROOM_TIMES } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { MovingSources } from "./moving.server.ts";

/**
 * Whether the disk of the database has about the room that an import of these files takes while it goes on; of a database elsewhere nobody here knows. Refuses
 * `movingNoRoom`. A file that cannot be read says so itself when it is.
 */
export async function seeRoom(services: Pick<Services, "databaseDir">, sources: MovingSources): Promise<Result<null, "movingNoRoom">> {
  if (services.databaseDir === null) return granted(null);
  const { bavail, bsize } = await statfs(services.databaseDir);
  const sizes = await Promise.all([sources.database, sources.accounts?.file].map((file) => sizeOf(file)));
  const needed = sizes.reduce((sum, size) => sum + size, 0) * MOVING_ROOM_TIMES;
  return bavail * bsize < needed ? refused("movingNoRoom", inMegabytes(bavail * bsize), inMegabytes(needed)) : granted(null);
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
