import { randomBytes } from "node:crypto";
import { type PictureOptions, remakePicture } from "#platform/pictures.server.ts";
import type { Services } from "#platform/provides.ts";
import {
  IMAGE_KEPT_MAX_SIDE,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  PICTURE_MAX_SCANS,
  PICTURE_MAX_SIDE,
  PICTURES_WAITING_MAX,
} from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { ReceivedImage } from "./product-image.ts";

const options: PictureOptions = {
  maxBytes: IMAGE_MAX_BYTES,
  maxPixels: IMAGE_MAX_PIXELS,
  maxSide: PICTURE_MAX_SIDE,
  maxScans: PICTURE_MAX_SCANS,
  waitingMax: PICTURES_WAITING_MAX,
  keptMaxSide: IMAGE_KEPT_MAX_SIDE,
  format: "webp",
};

const faults = { notAPicture: "imageNotAPicture", tooBig: "imageTooBig", incomplete: "imageIncomplete", busy: "imagesBusy" } as const;

/**
 * Checks an uploaded picture by its bytes, makes a new one of it without its metadata (WebP, at most 1200 pixels a side), stores that and tells the
 * path at which everybody can see it. Refuses what is no picture, too big or cut off, and `imagesBusy` when too many wait. [S5.8]
 */
export async function keepImage(
  services: Pick<Services, "files">,
  { bytes }: ReceivedImage,
): Promise<Result<string, "imageNotAPicture" | "imageTooBig" | "imageIncomplete" | "imagesBusy">> {
  const picture = await remakePicture(bytes, options);
  if (typeof picture === "string") return about(refused(faults[picture]), "imageUpload");

  const key = `product-images/${randomBytes(24).toString("hex")}.webp`;
  await services.files.put(key, picture);
  return granted(`/${key}`);
}
