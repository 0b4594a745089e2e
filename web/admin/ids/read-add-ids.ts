import { previewedField } from "#shop/catalogue/id-layout-fields.ts";
import { AddIdsForm } from "#shop/catalogue/product-form.ts";
import type { Result } from "#shop/refusal.ts";
import { IdsFile, withFile } from "#shop/stock/parsing/ids-file.ts";
import { readForm } from "#web/read-form.ts";

/** Reads the form for adding IDs: the product, pasted IDs and those of a file. [S2.25] */
export async function readAddIds(request: Request): Promise<Result<AddIdsForm>> {
  const form = await readForm(AddIdsForm.extend({ ...IdsFile.shape, ...previewedField }), request);
  return form.ok ? withFile(form.value) : form;
}
