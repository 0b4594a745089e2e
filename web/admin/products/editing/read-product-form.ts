import { z } from "zod";
import { previewedField } from "#shop/catalogue/id-layout-fields.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageFromAddress } from "#shop/catalogue/product-image.ts";
import { isUploadedImage, type ReceivedImage } from "#shop/pictures/uploaded-image.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { IdsFile, withFile } from "#shop/stock/parsing/ids-file.ts";
import { readForm } from "#web/read-form.ts";

const PostedProduct = ProductForm.extend({ ...IdsFile.shape, ...previewedField }).extend({
  imageUpload: z.file("imageNotAPicture").optional(),
  /** The product's uploaded picture, if it stays. */
  keptImage: z.string("imageUrlInvalid").refine(isUploadedImage, "imageUrlInvalid").optional(),
  /** When the product in the form was last changed. */
  seenAt: z.coerce.date("invalidInput").optional(),
});

/**
 * Reads the form of a product with its picture. An upload takes precedence over a link, and a link
 * over the current picture. [S5.8]
 */
export async function readProductForm(
  request: Request,
  origin: string,
): Promise<Result<{ product: ProductForm; upload: ReceivedImage | null; seenAt: Date | null }>> {
  const form = await readForm(PostedProduct, request);
  if (!form.ok) return form;
  const { imageUpload, keptImage = "", seenAt = null, ...posted } = form.value;
  const withIds = await withFile(posted);
  if (!withIds.ok) return withIds;
  const product = withIds.value;
  const image = product.image ? imageFromAddress(product.image, origin) : keptImage;
  const upload = imageUpload ? { bytes: new Uint8Array(await imageUpload.arrayBuffer()) } : null;
  return ok({ product: { ...product, image }, upload, seenAt });
}
