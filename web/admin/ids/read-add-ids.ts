import { AddIdsForm } from "#shop/catalogue/product-form.ts";
import type { Result } from "#shop/refusal.ts";
import { IdsFile, withFile } from "#shop/stock/ids-file.ts";
import { readForm } from "#web/read-form.ts";

/** Reads which product is to get IDs, and the IDs: those that were pasted and those of a file. [S2.25] */
export async function readAddIds(request: Request): Promise<Result<AddIdsForm>> {
  const form = await readForm(AddIdsForm.extend(IdsFile.shape), request);
  return form.ok ? withFile(form.value) : form;
}
