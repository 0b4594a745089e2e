import { downloadSupplierSheet } from "#shop/export/supplier-sheet.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/supplier-sheet.ts";

/** A supplier's dead IDs: GET /admin/suppliers/:supplierId/dead-ids.csv?from=&to=. [S15.12] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const asked = { from: searchParams.get("from"), to: searchParams.get("to") };
  const file = await orFail(context, "failedToExport", () => downloadSupplierSheet(services, visitor, params.supplierId, asked));
  if (!file.ok) throw refusedFile(context, file);
  return streamedFile(file.value);
}
