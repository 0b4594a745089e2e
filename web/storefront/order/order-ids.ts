import { data } from "react-router";
import { findOrder } from "#shop/orders/orders.server.ts";
import { refused } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/order-ids.ts";

/** The delivered IDs as a text file, one per line, for whoever may read them. A stranger's try is answered as an unknown code. [S2.15] */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await orFail(context, "failedToLoadOrderDetails", () =>
    findOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  if (!order?.delivered || order.status !== "approved" || order.delivered.erased.idsAt)
    throw data(refused("orderNotFound"), { status: 404 });

  return new Response(`${order.delivered.deliveredIds.join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${order.requestCode}.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
