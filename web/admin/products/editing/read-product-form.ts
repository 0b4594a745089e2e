import { z } from "zod";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { imageFromAddress, isUploadedImage, type ReceivedImage } from "#shop/catalogue/product-image.ts";
import { granted, type Result } from "#shop/refusal.ts";
import { IdsFile, withFile } from "#shop/stock/ids-file.ts";
import { readForm } from "#web/read-form.ts";

const PostedProduct = ProductForm.extend(IdsFile.shape).extend({
  imageUpload: z.file("imageNotAPicture").optional(),
  /** The uploaded picture that the product has, when it is to stay. */
  keptImage: z.string("imageUrlInvalid").refine(isUploadedImage, "imageUrlInvalid").optional(),
  /** When the product that the form shows was last changed. */
  seenAt: z.coerce.date("invalidInput").optional(),
});

/** Reads a product as an admin's form posts it, and the picture that came along: it goes before a link, and a link before what is kept. [S5.8] */
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
  return granted({ product: { ...product, image }, upload, seenAt });
}
