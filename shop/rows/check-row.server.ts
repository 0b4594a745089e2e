import { z } from "zod";
import type { ExportedRow, ExportedTable } from "./exported-column.ts";
import { exportedTables } from "./exported-tables.server.ts";
import { fieldOfType } from "./row-fields.ts";
import { rowRules } from "./row-rules.server.ts";

type RowSchema = z.ZodType<ExportedRow>;

/**
 * The schema of a table's rows with these columns: a value of its type in each column, none in an
 * empty one, and what only code can check. Every column must be named.
 */
export function rowSchema({ name }: Pick<ExportedTable, "name">, columns: ExportedTable["columns"]): RowSchema {
  return withRowRules(name, objectOf(name, columns));
}

/** The same for rows that name only some columns. */
const schemas = new Map(exportedTables.map(({ name, columns }) => [name, withRowRules(name, objectOf(name, columns).partial())]));

/**
 * Describes what is wrong with a row, such as `name is missing or wrong`; null if a form could have
 * written it. Never contains the value.
 */
export function wrongOf(table: string, row: unknown): string | null {
  const read = schemas.get(table)?.safeParse(row);
  return !read || read.success ? null : wrongIn(read.error);
}

/** Describes the first problem that a schema of rows found, without the value. */
export function wrongIn({ issues: [issue] }: z.ZodError): string {
  const column = issue?.path[0];
  if (column === undefined) return "this is not a row";
  return `${String(column)} ${issue?.code === "custom" && WORDS.has(issue.message) ? issue.message : "is missing or wrong"}`;
}

/** Messages that a rule may put after the column's name. */
const WORDS = new Set([
  "holds HTML that no form accepts",
  "is no picture",
  "is no web address",
  "is no ID",
  "is not where a picture may lie",
  "is no action of the shop",
  "has an unknown right",
  "is not empty, of a customer",
  "is not empty, of an owner",
  "is empty, of a helper",
]);

function objectOf(table: string, columns: ExportedTable["columns"]) {
  const fields = columns.map(({ name, type }) => [name, (rowRules[table]?.columns?.[name] ?? fieldOfType[type]).nullable()]);
  return z.object<z.ZodRawShape>(Object.fromEntries(fields));
}

function withRowRules(table: string, schema: z.ZodObject): RowSchema {
  const rules = rowRules[table]?.row ?? [];
  const checked = schema.superRefine((row, context) => {
    const broken = rules.find(([, holds]) => !holds(row));
    if (broken) context.addIssue({ code: "custom", path: [broken[0]], message: broken[2] ?? "" });
  });
  return checked as unknown as RowSchema;
}
