import { z } from "zod";
import { chosenColumns, StatementForm } from "#shop/orders/payment/statements/statement-form.ts";
import type { StatementFile } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { parsed } from "#shop/parse.ts";
import { ok, type Result } from "#shop/refusal.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";

/** The form as a page posts it: each column is a field of its own, such as `column.date`. */
const Posted = z.looseObject({ bank: z.string().max(20), file: z.file("statementFileMissing") });

/** A read form, and what was typed into it. */
type ReadStatement = { form: StatementForm; file: StatementFile; typed: TypedFields };

/**
 * Reads the form of a statement: the file, its bank, and the columns that somebody chose. [S10.13]
 */
export async function readStatementForm(request: Request): Promise<Result<ReadStatement>> {
  const posted = await readForm(Posted, request);
  if (!posted.ok) return posted;
  const { bank, file, ...fields } = posted.value;
  const columns = Object.fromEntries(chosenColumns.map((role) => [role, fields[`column.${role}`]]));
  const form = parsed(StatementForm, { bank, columns });
  if (!form.ok) return form;
  const typed = Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  return ok({ form: form.value, file: { name: file.name, size: file.size, stream: () => file.stream() }, typed: { ...typed, bank } });
}
