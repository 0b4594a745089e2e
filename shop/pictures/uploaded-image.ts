/** An uploaded picture, not yet validated. */
export type ReceivedImage = { bytes: Uint8Array };

const UPLOADED = /^\/(product-images|shop-pictures)\/[0-9a-f]{48}\.webp$/;

/** Whether this is the path of an uploaded picture: of a product, or of the shop's look. [S5.8] [S12.12] */
export function isUploadedImage(image: string): boolean {
  return UPLOADED.test(image);
}

/** Whether this is the path of an uploaded picture of the shop's look. [S12.12] */
export function isShopPicture(path: string): boolean {
  return isUploadedImage(path) && path.startsWith("/shop-pictures/");
}
