import { z } from "zod";
import { isCleanHtml } from "#shop/catalogue/allowed-html.ts";
import {
  DESCRIPTION_MAX_LENGTH,
  ID_MAX_LENGTH,
  ID_PATTERN_MAX_LENGTH,
  PRICE_MAX_PAISE,
  PRODUCT_NAME_MAX_LENGTH,
} from "#shop/catalogue/constants.ts";
import { checkExample, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import { deliveryWays, isProductId } from "#shop/catalogue/product.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { language, line, text, time, translationsOf, whole } from "./row-fields.ts";

/** A product ID. */
const productKey = z.string().refine(isProductId);

/** Sanitized HTML, which pages insert as it is. [S2.10] */
const description = text(DESCRIPTION_MAX_LENGTH).refine(isCleanHtml, "holds HTML that no form accepts");

const image = text(10_000).refine(
  (value) => isUploadedImage(value) || ProductForm.shape.image.safeParse(value).data === value,
  "is no picture",
);

/** A row of `products.json`, by the rules of the product form. [S5.8] */
export const ProductRow = z
  .object({
    id: productKey,
    name: line(PRODUCT_NAME_MAX_LENGTH),
    pricePaise: whole(0, PRICE_MAX_PAISE),
    description,
    language,
    translations: translationsOf({ name: line(PRODUCT_NAME_MAX_LENGTH).optional(), description: description.min(1).optional() }),
    image,
    isSample: z.boolean(),
    createdAt: time,
    updatedAt: time,
    hiddenAt: time.nullable(),
    deletedAt: time.nullable(),
    removedIds: whole().nullable(),
    leavingAt: time.nullable(),
    heldNotifiedAt: time.nullable(),
    idPattern: text(ID_PATTERN_MAX_LENGTH)
      .refine((pattern) => readIdPattern(pattern).ok)
      .nullable(),
    idExample: text(ID_MAX_LENGTH).nullable(),
    delivery: z.enum(deliveryWays),
  })
  .refine(({ language, translations }) => !Object.hasOwn(translations, language), { path: ["translations"] })
  .refine(({ idPattern, idExample }) => checkExample({ idPattern: idPattern ?? "", idExample: idExample ?? "" }).ok, {
    path: ["idExample"],
  });
