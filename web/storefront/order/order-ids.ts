import { isErased } from "#shop/erased.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/order-ids.ts";

/**
 * The delivered IDs as a text file, one per line, for those who may read them. For anybody else it
 * answers like an unknown code. [S2.15]
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, params.requestCode));
  if (!order?.isWhole || order.status !== "approved" || isErased(order.deliveredIds)) throw say(context, refused("orderNotFound"));

  return new Response(`${order.deliveredIds.map(({ value }) => value).join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${order.requestCode}.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
