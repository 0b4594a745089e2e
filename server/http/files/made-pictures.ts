import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { ownQueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { RemakeOptions } from "#platform/pictures/pictures.ts";
import type { Services } from "#platform/provides.ts";
import { readImage } from "#shop/pictures/read-image.server.ts";
import { imageOptions } from "#shop/pictures/store-image.server.ts";
import { SMALL_PICTURES_MAX_BYTES } from "../constants.ts";

/** What is made of an uploaded picture: a name of its own, and what differs from how it is stored. */
export type Made = { name: string; remake: Partial<RemakeOptions> };

type Wanted = Made & { path: string };

/**
 * Makes copies of uploaded pictures on demand, such as smaller ones, and caches the most recently
 * used in memory; null if there is no picture at the path, or if it cannot be had in another format
 * now. A smaller copy that cannot be made is the picture itself. One copy is made at a time, so that
 * buyers' uploads wait for at most one; concurrent requests for the same copy share it.
 */
export function openMadePictures(services: Pick<Services, "files" | "pictures">): (path: string, made: Made) => Promise<Uint8Array | null> {
  const inTurn = pLimit(1);
  const cached = new LRUCache<string, Uint8Array, Wanted>({
    maxSize: SMALL_PICTURES_MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => inTurn(() => make(context)),
  });

  async function make({ path, remake }: Wanted): Promise<Uint8Array | undefined> {
    const picture = await readImage(services, path);
    if (!picture) return undefined;
    const made = await services.pictures(
      { bytes: picture, remake: { ...imageOptions, ...remake }, see: null },
      ownQueueLane("copies of pictures"),
    );
    if (!("fault" in made)) return made.picture;
    return remake.format === undefined ? picture : undefined;
  }

  return async (path, made) => (await cached.fetch(`${path} ${made.name}`, { context: { path, ...made } })) ?? null;
}
