import { z } from "@hono/zod-openapi";
import type { Instructions, InstructionsIn } from "#shop/catalogue/instructions/instructions.ts";
import { deliveryWays, type ProductOnSale } from "#shop/catalogue/product.ts";
import { productJson } from "#shop/catalogue/product-json.ts";
import { unlessErased } from "#shop/erased.ts";
import { inSnakeCase, snakeCaseOf } from "#shop/snake-case.ts";
import { idStates, type ProductId } from "#shop/stock/ids/product-id.ts";

const fields = {
  name: z.string(),
  price: z.number().openapi({ description: "Rupees.", example: 499.5 }),
  description: z.string().openapi({ description: "HTML, without scripts and styles." }),
  image: z.string().openapi({ description: "An address, or empty." }),
  createdAt: z.string().openapi({ description: "ISO 8601." }),
  updatedAt: z.string().openapi({ description: "ISO 8601." }),
};

const texts = z.object({ name: z.string().optional(), description: z.string().optional() });

/** The languages of a product's texts. [S11.2] */
const languages = {
  language: z.string().openapi({ description: "The language of name and description.", example: "en" }),
  translations: z
    .record(z.string(), texts)
    .openapi({ description: "Both in other languages, by language. A missing text falls back to another language." }),
};

/** A product in the catalogue, which is keyed by id. [S7.1] */
export const CatalogueProductJson = z.object(fields).openapi("CatalogueProduct");

/** A product with its stock. [S3.1] [S7.2] */
export const ProductOnSaleJson = z
  .object({
    id: z.string(),
    ...fields,
    ...languages,
    availableStock: z.int(),
    isSample: z.boolean(),
    delivery: snakeCaseOf(deliveryWays).openapi({ description: "Whether a paid order is delivered at once or waits for an approval." }),
  })
  .openapi("Product");
export type ProductOnSaleJson = z.infer<typeof ProductOnSaleJson>;

/** What buyers do with a product's IDs, for admins only. [S10.15] */
export const ProductInstructionsJson = z
  .record(z.string(), z.string())
  .openapi({ description: "What buyers do with the IDs, as cleaned HTML by language." });

/** A product's instructions by language. */
export function productInstructionsJson(saved: readonly InstructionsIn[]): Instructions {
  return Object.fromEntries(saved.map(({ language, html }) => [language, html]));
}

/** One ID of a product, for admins only. [S2.35] [S6.5] */
export const ProductIdJson = z
  .object({
    unitId: z.string(),
    value: z.string().nullable().openapi({ description: "null once it was erased." }),
    state: snakeCaseOf(idStates),
    requestCode: z.string().nullable(),
  })
  .openapi("ProductId");
export type ProductIdJson = z.infer<typeof ProductIdJson>;

/** A product with its stock, as JSON. */
export function productOnSaleJson(product: ProductOnSale, origin: string): ProductOnSaleJson {
  const { id, language, translations, available, isSample, delivery } = product;
  return {
    id,
    ...productJson(product, origin),
    language,
    translations,
    availableStock: available,
    isSample,
    delivery: inSnakeCase(delivery),
  };
}

/** One ID of a product, with the code of its order. */
export function productIdJson({ unitId, value, state, requestCode }: ProductId): ProductIdJson {
  return { unitId: String(unitId), value: unlessErased(value), state: inSnakeCase(state), requestCode };
}
