import { downloadTable } from "#shop/moving/download-table.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/export-file.ts";

/** A table of the shop as a file; `?product=` for the IDs of one product: GET /admin/export/orders.csv. [S6.3] [S6.5] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const product = new URL(request.url).searchParams.get("product");
  const table = await orFail(context, "failedToExport", () =>
    downloadTable(context.get(servicesContext), context.get(visitorContext), params.file, product),
  );
  if (!table.ok) throw refusedFile(table);
  return streamedFile(table.value);
}
