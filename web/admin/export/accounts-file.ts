import { downloadAccounts } from "#shop/export/accounts-file.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/accounts-file.ts";

/**
 * What was sold and refunded, for an accountant: GET
 * /admin/accounts.csv?from=2026-10-01&to=2026-10-31. [S12.8]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const asked = { from: searchParams.get("from"), to: searchParams.get("to") };
  const file = await orFail(context, "failedToExport", () => downloadAccounts(services, visitor, asked));
  if (!file.ok) throw refusedFile(context, file);
  return streamedFile(file.value);
}
