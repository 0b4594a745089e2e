import { IMAGE_STORED_MAX_SIDE } from "#shop/pictures/constants.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { IMAGE_LARGE_SIDE, IMAGE_MIDDLE_SIDE, IMAGE_SMALL_SIDE } from "./constants.ts";

/** The sizes of the smaller copies of an uploaded picture, in pixels. */
export const smallerSides = [IMAGE_SMALL_SIDE, IMAGE_MIDDLE_SIDE, IMAGE_LARGE_SIDE];

/** The `srcset` of an uploaded picture; undefined for an external one. */
export function imageSizes(image: string): string | undefined {
  if (!isUploadedImage(image)) return undefined;
  return [...smallerSides.map((side) => `${image}?side=${side} ${side}w`), `${image} ${IMAGE_STORED_MAX_SIDE}w`].join(", ");
}

/** A product's image as an absolute URL; uploaded pictures are at the shop's own origin. [S3.1] */
export function imageAddress(image: string, origin: string): string {
  return isUploadedImage(image) ? origin + image : image;
}

/**
 * Turns a URL from `imageAddress` back into the path of the uploaded picture; other URLs stay
 * unchanged.
 */
export function imageFromAddress(address: string, origin: string): string {
  const path = address.startsWith(origin) ? address.slice(origin.length) : "";
  return isUploadedImage(path) ? path : address;
}

/**
 * The image of a product after a form asked for `wanted`. An uploaded picture belongs to one
 * product only: refuses `imageNotItsOwn`. [S5.8]
 */
export function imageAfter(wanted: string, current: string): Result<string, "imageNotItsOwn"> {
  if (isUploadedImage(current) && URL.parse(wanted, "http://localhost")?.pathname === current) return ok(current);
  return isUploadedImage(wanted) ? about(refused("imageNotItsOwn"), "image") : ok(wanted);
}
