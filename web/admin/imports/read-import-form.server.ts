import { ok, type Result } from "#shop/refusal.ts";
import { ImportForm } from "#shop/stock/imports/import-form.ts";
import { IdsFile } from "#shop/stock/parsing/ids-file.ts";
import { type GivenLine, readImport } from "#shop/stock/parsing/read-import.server.ts";
import { readForm } from "#web/read-form.ts";

const PostedImport = ImportForm.extend(IdsFile.shape);

/** Reads the form for checking IDs: product, source, cost, pasted lines and those of a file. */
export async function readImportForm(request: Request): Promise<Result<{ form: ImportForm; lines: GivenLine[] }>> {
  const posted = await readForm(PostedImport, request);
  if (!posted.ok) return posted;
  const { idsFile, ...form } = posted.value;
  const lines = await readImport(form, idsFile ?? null);
  return lines.ok ? ok({ form, lines: lines.value }) : lines;
}
