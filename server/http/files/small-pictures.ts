import { remakePicture } from "#platform/pictures.server.ts";
import type { Services } from "#platform/provides.ts";
import { openTurns } from "#platform/turns.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { IMAGE_KEPT_MAX_SIDE, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, SMALL_PICTURES_MAX_BYTES } from "#shop/constants.ts";

/** An uploaded picture, no wider and no higher than this; null when there is none at this path. */
export type SmallPictures = (path: string, side: number) => Promise<Uint8Array | null>;

/**
 * Makes smaller copies of uploaded pictures when they are first asked for, and keeps those in memory that were asked for last. One is made at a
 * time, so that what buyers upload waits for one at the most; whoever asks for the same meanwhile gets the same.
 */
export function openSmallPictures(services: Pick<Services, "files">): SmallPictures {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const sizes = new Map<string, number>();
  const inTurn = openTurns(1);

  async function make(path: string, side: number): Promise<Uint8Array | null> {
    const picture = await readImage(services, path);
    const small = picture && (await remakePicture(picture, { ...ours, keptMaxSide: side }));
    return typeof small === "string" ? picture : small;
  }

  function forgetOldest(): void {
    let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (bytes <= SMALL_PICTURES_MAX_BYTES) return;
      bytes -= size;
      sizes.delete(key);
      kept.delete(key);
    }
  }

  return async (path, side) => {
    const key = `${path} ${side}`;
    const making = kept.get(key) ?? inTurn(() => make(path, side));
    kept.set(key, making);
    const small = await making.catch((cause) => {
      kept.delete(key);
      throw cause;
    });
    sizes.delete(key);
    if (small) sizes.set(key, small.length);
    else kept.delete(key);
    forgetOldest();
    return small;
  };
}

/** The shop made these pictures itself: what limits what comes in leaves them as they are. */
const ours = {
  maxBytes: IMAGE_MAX_BYTES,
  maxPixels: IMAGE_MAX_PIXELS,
  maxSide: IMAGE_KEPT_MAX_SIDE,
  maxScans: 1,
  waitingMax: Number.POSITIVE_INFINITY,
  format: "webp",
} as const;
