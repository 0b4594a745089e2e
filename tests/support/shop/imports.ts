import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { readImport } from "#shop/stock/parsing/read-import.server.ts";
import type { anAdmin } from "./builders.ts";
import type { TestShop } from "./shop.ts";

/** Checks pasted IDs as an admin does, as bought from Ravi at ₹12.50 each; returns the import. */
export async function checkedImport(
  { services }: Pick<TestShop, "services">,
  admin: Awaited<ReturnType<typeof anAdmin>>,
  productId: string,
  ids: string[],
): Promise<string> {
  const lines = await readImport({ ids: ids.join("\n"), column: "" }, null);
  if (!lines.ok) throw new Error(lines.code);
  const checked = await checkIds(services, admin, { productId, source: "Ravi", cost: 1_250 }, lines.value);
  if (!checked.ok) throw new Error(checked.code);
  return checked.value.batchId;
}
