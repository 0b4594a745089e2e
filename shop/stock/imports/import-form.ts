import { z } from "zod";
import { ADDED_TEXT_MAX_LENGTH, ID_MAX_LENGTH, PRICE_MAX_PAISE } from "#shop/catalogue/constants.ts";
import { layoutFields, previewedField } from "#shop/catalogue/id-layout-fields.ts";
import { readRupees } from "#shop/money.ts";
import { IMPORT_NOTE_MAX_LENGTH } from "../constants.ts";
import { supplierField } from "../suppliers/supplier.ts";
import { type ChoosableSort, choosableSorts } from "./line-kinds.ts";

const note = z.string().trim().max(IMPORT_NOTE_MAX_LENGTH).default("");

/** Rupees per ID in the form, paise in the output; null if empty. */
const cost = z
  .string()
  .default("")
  .transform((rupees, context) => {
    if (rupees.trim() === "") return null;
    const paise = readRupees(rupees);
    if (paise !== null && paise <= PRICE_MAX_PAISE) return paise;
    context.addIssue({ code: "custom", message: "costInvalid" });
    return z.NEVER;
  });

/** The supplier of a batch by name, a note about it, and the cost of each ID. [S15.10] */
export const BatchDetails = z.object({ supplier: supplierField, note, cost });
export type BatchDetails = z.output<typeof BatchDetails>;

/**
 * IDs of one product to check before they are added: pasted, or the text of a file;
 * `layoutFields` say how to read a text that is not one ID per line.
 */
export const ImportForm = BatchDetails.extend({
  productId: z.string().max(ID_MAX_LENGTH).default(""),
  ids: z.string().max(ADDED_TEXT_MAX_LENGTH).default(""),
  ...layoutFields,
  ...previewedField,
});
export type ImportForm = z.output<typeof ImportForm> & { fileText?: string };

/** The kinds of lines of a checked import to add, one checkbox each. */
export const AdditionForm = z
  .object(
    Object.fromEntries(choosableSorts.map((sort) => [sort, z.string().optional()])) as Record<ChoosableSort, z.ZodOptional<z.ZodString>>,
  )
  .transform((ticked) => choosableSorts.filter((sort) => ticked[sort] !== undefined));
