import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { ExportedTable } from "#shop/rows/exported-column.ts";
import { downloadedTables } from "#shop/rows/exported-tables.server.ts";
import { columnsOf, readTable } from "#shop/rows/read-table.server.ts";
import { type ExportFormat, type ExportFormatName, exportFormats } from "./export-format.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** A file that is generated while it is sent. */
export type TableFile = { name: string; type: string; pieces: AsyncGenerator<string> };

/**
 * Returns a table as a file, such as `orders.csv`; IDs optionally of one product. Records the
 * download in the audit log first. Refuses `exportNotFound`, and `exportProductNotFound` if there
 * never was such a product. For admins. [S6.3] [S6.5]
 */
export async function downloadTable(
  services: Needs,
  actor: Actor,
  fileName: string,
  productId: string | null = null,
): Promise<Result<TableFile, "rightMissing" | "exportNotFound" | "exportProductNotFound">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const [name, format, ...more] = fileName.split(".");
  const table = downloadedTables.find((known) => known.name === name);
  if (!table || !isFormat(format) || more.length > 0 || (productId !== null && table.name !== "ids")) return refused("exportNotFound");
  if (productId !== null && !(await isThere(services, productId))) return refused("exportProductNotFound");

  const subject = { kind: "settings", id: "export", name: fileName } as const;
  await recordAction(services.db, actor, { action: "table-downloaded", subject, facts: { product: productId } }, services.now());
  const { type, ...rest } = exportFormats[format];
  return ok({ name: fileName, type, pieces: inPieces(services, table, rest, productId) });
}

/** Whether a product exists or was deleted; deleted products keep their IDs. */
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
