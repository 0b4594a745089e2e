import { randomBytes } from "node:crypto";
import { ownQueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { RemakeOptions } from "#platform/pictures/pictures.ts";
import type { Services } from "#platform/provides.ts";
import { PICTURE_MAX_PIXELS, PICTURE_MAX_SCANS, PICTURE_MAX_SIDE } from "#shop/constants.ts";
import { type PictureLimit, type PictureRefusalCode, refusedPicture } from "#shop/picture-refusal.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { IMAGE_MAX_BYTES, IMAGE_STORED_MAX_SIDE } from "./constants.ts";
import type { ReceivedImage } from "./uploaded-image.ts";

/** The limits of an uploaded picture, and the format it is stored in. */
export const imageOptions: RemakeOptions = {
  maxBytes: IMAGE_MAX_BYTES,
  maxPixels: PICTURE_MAX_PIXELS,
  maxSide: PICTURE_MAX_SIDE,
  maxScans: PICTURE_MAX_SCANS,
  storedMaxWidth: IMAGE_STORED_MAX_SIDE,
  storedMaxHeight: IMAGE_STORED_MAX_SIDE,
  storedMaxPixels: IMAGE_STORED_MAX_SIDE ** 2,
  format: "webp",
};

type No = "imageNotAPicture" | "imageTooBig" | "imageIncomplete" | "imagesBusy" | PictureRefusalCode;

/**
 * Validates an uploaded picture, re-encodes it without metadata (WebP, at most 1200 pixels per
 * side), stores it and returns its public path. Refuses pictures that cannot be read, with the
 * reason. [S5.8]
 */
export async function storeImage(
  services: Pick<Services, "files" | "pictures">,
  { bytes }: ReceivedImage,
  { folder, field }: { folder: "product-images" | "shop-pictures"; field: string } = { folder: "product-images", field: "imageUpload" },
): Promise<Result<string, No>> {
  const made = await services.pictures({ bytes, remake: imageOptions, see: null }, ownQueueLane("product pictures"));
  if ("fault" in made) {
    const own = {
      notAPicture: refused("imageNotAPicture"),
      tooBig: (limit: PictureLimit) => refused("imageTooBig", { limit }),
      cutOff: refused("imageIncomplete"),
      busy: refused("imagesBusy"),
    };
    return about(refusedPicture<No>(made, IMAGE_MAX_BYTES, own), field);
  }

  const key = `${folder}/${randomBytes(24).toString("hex")}.webp`;
  await services.files.put(key, made.picture);
  return ok(`/${key}`);
}
