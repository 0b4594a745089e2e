import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { ownQueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { Services } from "#platform/provides.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { imageOptions } from "#shop/catalogue/store-image.server.ts";
import { SMALL_PICTURES_MAX_BYTES } from "../constants.ts";

/** An uploaded picture scaled to at most `side` pixels; null if there is none at this path. */
type SmallPictures = (path: string, side: number) => Promise<Uint8Array | null>;
type Wanted = { path: string; side: number };

/**
 * Makes smaller copies of uploaded pictures on demand and caches the most recently used in memory.
 * One copy is made at a time, so that buyers' uploads wait for at most one; concurrent requests for
 * the same copy share it.
 */
export function openSmallPictures(services: Pick<Services, "files" | "pictures">): SmallPictures {
  const inTurn = pLimit(1);
  const cached = new LRUCache<string, Uint8Array, Wanted>({
    maxSize: SMALL_PICTURES_MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => inTurn(() => make(context)),
  });

  async function make({ path, side }: Wanted): Promise<Uint8Array | undefined> {
    const picture = await readImage(services, path);
    if (!picture) return undefined;
    const remake = { ...imageOptions, storedMaxWidth: side, storedMaxHeight: side };
    const small = await services.pictures({ bytes: picture, remake, see: null }, ownQueueLane("smaller copies"));
    return "fault" in small ? picture : small.picture;
  }

  return async (path, side) => (await cached.fetch(`${path} ${side}`, { context: { path, side } })) ?? null;
}
