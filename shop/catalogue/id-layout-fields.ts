import { z } from "zod";

/**
 * How to read a text of IDs: columns of a table, several IDs per line, lines without their
 * numbering and quotes, or whole lines. [S5.11]
 */
const layouts = ["columns", "list", "bare", "lines"] as const;
export type Layout = (typeof layouts)[number];

/** The highest column number: as many columns as a spreadsheet has. */
const COLUMN_MAX = 16_384;
const CHOSEN_MAX = 100;
const JOINER_MAX_LENGTH = 10;

const column = z.coerce.number("invalidInput").int("invalidInput").min(1, "invalidInput").max(COLUMN_MAX, "invalidInput");

/** A checkbox: `on` from a form, a boolean from JSON. */
const ticked = z
  .union([z.boolean(), z.enum(["on", "true", "false", ""])])
  .transform((value) => value === true || value === "on" || value === "true");

/**
 * How to read the text of IDs if it is not one ID per line. `columns` count from 1; several are
 * joined by `joiner`. `hasHeader`: the first row is not an ID. [S5.11]
 */
export const layoutFields = {
  layout: z.enum(layouts, "invalidInput").optional(),
  columns: z.union([z.array(column).max(CHOSEN_MAX, "invalidInput"), column.transform((one) => [one])], "invalidInput").optional(),
  hasHeader: ticked.optional(),
  joiner: z
    .string()
    .max(JOINER_MAX_LENGTH)
    .refine((text) => !/[\r\n]/.test(text), "invalidInput")
    .optional(),
};

/**
 * Identifies the preview that the admin saw, sent with `layoutFields`. API clients send none.
 * [S5.11]
 */
export const previewedField = { previewed: z.string().max(1_000).optional() };
export type Previewed = z.output<z.ZodObject<typeof previewedField>>;

/** The layout that was chosen; empty for plain text. */
export type ChosenLayout = z.output<z.ZodObject<typeof layoutFields>> & Previewed;
