import { z } from "zod";
import { readRupees } from "#shop/money.ts";
import { choiceOf } from "#shop/snake-case.ts";
import { languageCode, translationsField } from "#shop/translations-form.ts";
import {
  ADDED_TEXT_MAX_LENGTH,
  CLAIM_HOURS_MAX,
  DESCRIPTION_MAX_LENGTH,
  ID_MAX_LENGTH,
  ID_PATTERN_MAX_LENGTH,
  IMAGE_URL_MAX_LENGTH,
  PRICE_MAX_PAISE,
  PRODUCT_NAME_MAX_LENGTH,
} from "./constants.ts";
import { layoutFields, type Previewed } from "./id-layout-fields.ts";
import { readIdPattern } from "./id-pattern.ts";
import { GivenInstructions } from "./instructions/instructions-form.ts";
import { deliveryWays } from "./product.ts";

const oneLine = (text: string) => text.trim().replace(/\s+/g, " ");
const name = z.string("nameRequired").transform(oneLine).pipe(z.string().min(1, "nameRequired").max(PRODUCT_NAME_MAX_LENGTH));

/** Rupees, as text or number; the output is in paise. [S3.4] */
const price = z.union([z.number(), z.string()], "priceInvalid").transform((rupees, context) => {
  const paise = readRupees(rupees);
  if (paise !== null && paise <= PRICE_MAX_PAISE) return paise;
  context.addIssue({ code: "custom", message: "priceInvalid" });
  return z.NEVER;
});

const description = z
  .string()
  .max(DESCRIPTION_MAX_LENGTH)
  .nullish()
  .transform((text) => text ?? "");

/** Name and description in other languages; if missing, they stay unchanged. [S11.2] */
const translations = translationsField({
  name: z.string().transform(oneLine).pipe(z.string().max(PRODUCT_NAME_MAX_LENGTH)).optional(),
  description: z.string().max(DESCRIPTION_MAX_LENGTH).optional(),
});

const image = z
  .string("imageUrlInvalid")
  .max(IMAGE_URL_MAX_LENGTH)
  .trim()
  .refine((text) => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text)), "imageUrlInvalid")
  .nullish()
  .transform((text) => text ?? "");

const idPattern = z
  .string()
  .trim()
  .max(ID_PATTERN_MAX_LENGTH)
  .refine((text) => readIdPattern(text).ok, "idPatternInvalid")
  .optional();
/** For how many hours its IDs may be claimed; empty: as the shop's. [S15.1] */
const claimHours = z
  .union([z.number(), z.string()], "claimHoursInvalid")
  .nullable()
  .transform((given) => (typeof given === "string" ? (given.trim() === "" ? null : Number(given)) : given))
  .refine((hours) => hours === null || (Number.isInteger(hours) && hours >= 0 && hours <= CLAIM_HOURS_MAX), "claimHoursInvalid")
  .optional();
const idExample = z.string().trim().max(ID_MAX_LENGTH).optional();

/**
 * One ID per line, a text read according to `layoutFields`, or an array of IDs that are not split.
 * [S5.8] [S5.11]
 */
const pastedIds = z
  .union([z.string().max(ADDED_TEXT_MAX_LENGTH), z.array(z.string().max(ID_MAX_LENGTH * 2)).max(ADDED_TEXT_MAX_LENGTH / 50)])
  .nullish()
  .transform((text) => text ?? "");

/**
 * A product as an admin submits it: `price` in rupees becomes paise; `ids` are new ones, optional
 * when editing. If the pattern, the example, the delivery or the instructions of a language are
 * missing, they stay unchanged, and so does the time to claim. `language` is that of name and description; without it, it stays,
 * or is the shop's own. [S5.8] [S10.6] [S10.15] [S11.2] [S15.1]
 */
export const ProductForm = z.object({
  name,
  price,
  description,
  language: languageCode.optional(),
  translations,
  image,
  ids: pastedIds,
  idPattern,
  idExample,
  ...layoutFields,
  delivery: choiceOf(deliveryWays).optional(),
  claimHours,
  instructions: GivenInstructions.optional(),
});
export type ProductForm = z.output<typeof ProductForm> & Previewed & OfFile;

/** IDs for an existing product; the URL may name the product instead. [S2.25] [S5.7] */
export const AddIdsForm = z.object({
  productId: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
  ids: pastedIds,
  ...layoutFields,
});
export type AddIdsForm = z.output<typeof AddIdsForm> & Previewed & OfFile;

/** The text of a file with IDs that a form had, read after the pasted ones. */
type OfFile = { fileText?: string };
