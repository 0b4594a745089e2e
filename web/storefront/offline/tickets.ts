import { readOfflineTickets } from "#shop/orders/reading/offline-tickets.server.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/tickets.ts";

/**
 * The tickets of these orders that are still this visitor's, as JSON: GET
 * /my-orders/tickets.json?codes=REQ-1,REQ-2. Counts as one look-up. [S12.11]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor, language } = context.get(requestContext);
  const requestCodes = new URL(request.url).searchParams.get("codes")?.split(",") ?? [];
  const tickets = await orFail(context, "failedToLoadOrders", () => readOfflineTickets(services, visitor, { requestCodes, language }));
  return Response.json({ tickets }, { headers: { "Cache-Control": "private, no-store" } });
}
