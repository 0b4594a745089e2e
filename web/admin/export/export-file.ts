import { downloadTable } from "#shop/export/download-table.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/export-file.ts";

/**
 * A table of the shop as a file, optionally of one product with `?product=`: GET
 * /admin/export/orders.csv. [S6.3] [S6.5]
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const product = new URL(request.url).searchParams.get("product");
  const table = await orFail(context, "failedToExport", () => downloadTable(services, visitor, params.file, product));
  if (!table.ok) throw refusedFile(context, table);
  return streamedFile(table.value);
}
