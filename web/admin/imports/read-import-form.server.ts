import { granted, type Result } from "#shop/refusal.ts";
import { IdsFile } from "#shop/stock/ids-file.ts";
import { ImportForm } from "#shop/stock/import-form.ts";
import { type GivenLine, readImport } from "#shop/stock/read-import.server.ts";
import { readForm } from "#web/read-form.ts";

const PostedImport = ImportForm.extend(IdsFile.shape);

/** Reads what is to be checked: which product, from where and at what cost, and the lines that were pasted and those of a file. */
export async function readImportForm(request: Request): Promise<Result<{ form: ImportForm; lines: GivenLine[] }>> {
  const posted = await readForm(PostedImport, request);
  if (!posted.ok) return posted;
  const { idsFile, ...form } = posted.value;
  const lines = await readImport(form, idsFile ?? null);
  return lines.ok ? granted({ form, lines: lines.value }) : lines;
}
