import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { formatOf } from "#shop/stock/parsing/text-format.ts";
import type { anAdmin } from "./builders.ts";
import type { TestShop } from "./shop.ts";

/** Checks pasted IDs as an admin does, as bought from Ravi at ₹12.50 each; returns the import. */
export async function checkedImport(
  { services }: Pick<TestShop, "services">,
  admin: Awaited<ReturnType<typeof anAdmin>>,
  productId: string,
  ids: string[],
): Promise<string> {
  const checked = await checkIds(services, admin, { productId, supplier: "Ravi", note: "", cost: 1_250, ids: ids.join("\n") });
  if (!checked.ok) throw new Error(checked.code);
  return checked.value.batchId;
}

/** The text of a file with a table, read as the preview suggests. */
export function asSuggested(fileText: string) {
  const { table } = formatOf(fileText);
  if (!table) throw new Error("no table");
  return { ids: "", fileText, layout: "columns" as const, columns: table.suggested.map((at) => at + 1), hasHeader: table.hasHeader };
}
