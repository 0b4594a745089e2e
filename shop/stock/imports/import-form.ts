import { z } from "zod";
import { ADDED_TEXT_MAX_LENGTH, ID_MAX_LENGTH, PRICE_MAX_PAISE, SOURCE_MAX_LENGTH } from "#shop/constants.ts";
import { paiseFromRupees } from "#shop/money.ts";
import { type ChoosableSort, choosableSorts } from "./line-sorts.ts";

const words = z.string().trim().max(SOURCE_MAX_LENGTH).default("");

/** Rupees for each ID; afterwards paise, or null where nothing was said. */
const cost = z
  .string()
  .default("")
  .transform((rupees, context) => {
    if (rupees.trim() === "") return null;
    const paise = paiseFromRupees(rupees);
    if (paise !== null && paise <= PRICE_MAX_PAISE) return paise;
    context.addIssue({ code: "custom", message: "costInvalid" });
    return z.NEVER;
  });

/** Where an import is from, and what each of its IDs cost. */
export const BatchDetails = z.object({ source: words, cost });
export type BatchDetails = z.output<typeof BatchDetails>;

/** IDs of one product that are to be checked before they are added: pasted, or in a file; of a CSV file `column` names or counts the one that holds them. */
export const ImportForm = BatchDetails.extend({
  productId: z.string().max(ID_MAX_LENGTH).default(""),
  ids: z.string().max(ADDED_TEXT_MAX_LENGTH).default(""),
  column: words,
  /** A box to tick: the column is counted, and the first row has the names. */
  isNamed: z
    .string()
    .optional()
    .transform((ticked) => ticked !== undefined),
});
export type ImportForm = z.output<typeof ImportForm>;

/** Which kinds of lines of a checked import are to be added: each is a box to tick. */
export const AdditionForm = z
  .object(
    Object.fromEntries(choosableSorts.map((sort) => [sort, z.string().optional()])) as Record<ChoosableSort, z.ZodOptional<z.ZodString>>,
  )
  .transform((ticked) => choosableSorts.filter((sort) => ticked[sort] !== undefined));
