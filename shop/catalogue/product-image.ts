import { IMAGE_KEPT_MAX_SIDE, IMAGE_LARGE_SIDE, IMAGE_MIDDLE_SIDE, IMAGE_SMALL_SIDE } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";

/** A picture of a product as it came in: its bytes as they are, not yet trusted. */
export type ReceivedImage = { bytes: Uint8Array };

const UPLOADED = /^\/product-images\/[0-9a-f]{48}\.webp$/;

/** Whether a product's image is a picture that was uploaded: then it is a path of the shop. [S5.8] */
export function isUploadedImage(image: string): boolean {
  return UPLOADED.test(image);
}

/** The sides of the smaller copies of an uploaded picture. */
export const smallerSides = [IMAGE_SMALL_SIDE, IMAGE_MIDDLE_SIDE, IMAGE_LARGE_SIDE];

/** The sizes in which browsers may choose an uploaded picture, as `srcset` names them; undefined for a picture from elsewhere. */
export function imageSizes(image: string): string | undefined {
  if (!isUploadedImage(image)) return undefined;
  return [...smallerSides.map((side) => `${image}?side=${side} ${side}w`), `${image} ${IMAGE_KEPT_MAX_SIDE}w`].join(", ");
}

/** A product's image as others find it: what was uploaded stands at the shop's own origin. [S3.1] */
export function imageAddress(image: string, origin: string): string {
  return isUploadedImage(image) ? origin + image : image;
}

/** The image that a form names: an address of the shop's own pictures, as `imageAddress` gave it, becomes its path again. */
export function imageFromAddress(address: string, origin: string): string {
  const path = address.startsWith(origin) ? address.slice(origin.length) : "";
  return isUploadedImage(path) ? path : address;
}

/** The image of a product after a form named `wanted`. An uploaded picture belongs to one product alone: refuses `imageNotItsOwn`. [S5.8] */
export function imageAfter(wanted: string, current: string): Result<string, "imageNotItsOwn"> {
  if (isUploadedImage(current) && URL.parse(wanted, "http://localhost")?.pathname === current) return granted(current);
  return isUploadedImage(wanted) ? about(refused("imageNotItsOwn"), "image") : granted(wanted);
}
