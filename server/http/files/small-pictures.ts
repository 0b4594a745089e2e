import pLimit from "p-limit";
import { ownQueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { Services } from "#platform/provides.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { imageOptions } from "#shop/catalogue/store-image.server.ts";
import { SMALL_PICTURES_MAX_BYTES } from "../constants.ts";

/** An uploaded picture scaled to at most `side` pixels; null if there is none at this path. */
type SmallPictures = (path: string, side: number) => Promise<Uint8Array | null>;

/**
 * Makes smaller copies of uploaded pictures on demand and caches the most recently used in memory.
 * One copy is made at a time, so that buyers' uploads wait for at most one; concurrent requests for
 * the same copy share it.
 */
export function openSmallPictures(services: Pick<Services, "files" | "pictures">): SmallPictures {
  const cached = new Map<string, Promise<Uint8Array | null>>();
  const sizes = new Map<string, number>();
  const inTurn = pLimit(1);

  async function make(path: string, side: number): Promise<Uint8Array | null> {
    const picture = await readImage(services, path);
    if (!picture) return null;
    const remake = { ...imageOptions, storedMaxWidth: side, storedMaxHeight: side };
    const small = await services.pictures({ bytes: picture, remake, see: null }, ownQueueLane("smaller copies"));
    return "fault" in small ? picture : small.picture;
  }

  function forgetOldest(): void {
    let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (bytes <= SMALL_PICTURES_MAX_BYTES) return;
      bytes -= size;
      sizes.delete(key);
      cached.delete(key);
    }
  }

  return async (path, side) => {
    const key = `${path} ${side}`;
    const making = cached.get(key) ?? inTurn(() => make(path, side));
    cached.set(key, making);
    const small = await making.catch((cause) => {
      cached.delete(key);
      throw cause;
    });
    sizes.delete(key);
    if (small) sizes.set(key, small.length);
    else cached.delete(key);
    forgetOldest();
    return small;
  };
}
