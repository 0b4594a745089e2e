import { listOrdinary } from "#shop/orders/reading/ordinary-orders.server.ts";
import { paymentFilterOf } from "#shop/orders/reading/payment-filter.ts";
import { readSearch } from "#web/admin/frame/read-search.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/matching-orders.ts";

/** The ordinary orders of all pages that match the queue's search and filter: GET /admin/orders/matching. [S12.6] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [search, payment] = [readSearch(searchParams), paymentFilterOf(searchParams.get("payment"))];
  return orFail(context, "failedToLoadOrders", () => listOrdinary(context.get(requestContext).services, { search, payment }));
}

/** They are asked for once: a change of the queue does not ask again. */
export function shouldRevalidate() {
  return false;
}
