import { z } from "zod";
import { optionalText } from "#shop/form-fields.ts";
import { type ColumnRole, statementBanks } from "#shop/payments/statements/banks.ts";

/** The longest name of a column that somebody chooses. */
const COLUMN_NAME_MAX_LENGTH = 100;

/** The columns that somebody may choose; the first two and one of the amounts are needed. */
export const chosenColumns = [
  "date",
  "narration",
  "credit",
  "debit",
  "amount",
  "drCr",
  "reference",
  "balance",
] as const satisfies ColumnRole[];

const column = optionalText(COLUMN_NAME_MAX_LENGTH);

/** Which bank a statement is of, and its columns where somebody chose them. [S10.13] */
export const StatementForm = z.object({
  bank: z.enum(statementBanks, "statementBankInvalid"),
  columns: z
    .object(Object.fromEntries(chosenColumns.map((role) => [role, column])) as Record<(typeof chosenColumns)[number], typeof column>)
    .partial()
    .optional()
    .transform((columns = {}) => Object.fromEntries(Object.entries(columns).flatMap(([role, name]) => (name ? [[role, name]] : [])))),
});
export type StatementForm = z.output<typeof StatementForm>;

/** The ids of the likely lines to confirm beside the certain ones. [S10.13] */
export const ConfirmationForm = z.object({
  likely: z
    .array(z.string().regex(/^\d{1,15}$/))
    .max(1_000)
    .default([]),
});
export type ConfirmationForm = z.output<typeof ConfirmationForm>;
