import { listOrdinary } from "#shop/orders/reading/ordinary-orders.server.ts";
import { readSearch } from "#web/admin/lists/read-search.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import { readQueueFilters } from "../queue/queue-rows.ts";
import type { Route } from "./+types/matching-orders.ts";

/**
 * The ordinary orders of all pages that match the queue's search and filters: GET
 * /admin/orders/matching. [S12.6]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = { search: readSearch(searchParams), ...readQueueFilters(searchParams) };
  const { services, visitor } = context.get(requestContext);
  return orFail(context, "failedToLoadOrders", () => listOrdinary(services, visitor, asked));
}

/** They are asked for once: a change of the queue does not ask again. */
export function shouldRevalidate() {
  return false;
}
