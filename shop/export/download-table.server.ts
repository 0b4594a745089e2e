import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { type ExportFormat, type ExportFormatName, exportFormats } from "./export-format.server.ts";
import type { ExportedTable } from "./exported-column.ts";
import { downloadedTables } from "./exported-tables.ts";
import { columnsOf, readTable } from "./read-table.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** A file that is read while it is sent. */
export type TableFile = { name: string; type: string; pieces: AsyncGenerator<string> };

/**
 * A table as a file, by its name such as `orders.csv`; of the IDs those of one product, where one is named. That is noted first. Refuses
 * `exportNotFound`, and `exportProductNotFound` where there never was such a product. For admins. [S6.3] [S6.5]
 */
export async function downloadTable(
  services: Needs,
  asker: Asker,
  fileName: string,
  productId: string | null = null,
): Promise<Result<TableFile, "adminsOnly" | "exportNotFound" | "exportProductNotFound">> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const [name, format, ...more] = fileName.split(".");
  const table = downloadedTables.find((known) => known.name === name);
  if (!table || !isFormat(format) || more.length > 0 || (productId !== null && table.name !== "ids")) return refused("exportNotFound");
  if (productId !== null && !(await isThere(services, productId))) return refused("exportProductNotFound");

  const subject = { kind: "settings", id: "export", name: fileName } as const;
  await noteDeed(services.db, asker, { deed: "table-downloaded", subject, facts: { product: productId } }, services.now());
  const { type, ...rest } = exportFormats[format];
  return granted({ name: fileName, type, pieces: inPieces(services, table, rest, productId) });
}

/** Whether there is, or was, a product: a deleted one keeps its row and its IDs. */
async function isThere({ db }: Needs, productId: string): Promise<boolean> {
  if (!isProductId(productId)) return false;
  const found = await db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  return found.length > 0;
}

async function* inPieces(
  { db, vault }: Needs,
  table: ExportedTable,
  format: Omit<ExportFormat, "type">,
  productId: string | null,
): AsyncGenerator<string> {
  const columns = columnsOf(table, false);
  const ask = (text: string, values: unknown[]) => db.$client.query(text, values);
  let isFirst = true;
  yield format.begin(columns);
  for await (const rows of readTable({ ask, vault }, table, productId === null ? {} : { productId })) {
    yield format.rows(columns, rows, isFirst);
    isFirst = false;
  }
  yield format.end;
}

function isFormat(name: string | undefined): name is ExportFormatName {
  return name !== undefined && Object.hasOwn(exportFormats, name);
}
