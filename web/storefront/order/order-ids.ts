import { instructionsFor, linesOfHtml } from "#shop/catalogue/instructions/instructions.ts";
import { isErased } from "#shop/erased.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/order-ids.ts";

/**
 * The delivered IDs as a text file, one per line, and below them the instructions, for those who
 * may read them. For anybody else it answers like an unknown code. [S2.15]
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor, language } = context.get(requestContext);
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, params.requestCode));
  if (!order?.isWhole || order.status !== "approved" || isErased(order.deliveredIds)) throw say(context, refused("orderNotFound"));

  const kept = instructionsFor(order.instructions, [language]);
  const ids = order.deliveredIds.map(({ value }) => value);
  const lines = kept ? [...ids, "", ...linesOfHtml(kept.html)] : ids;
  return new Response(`${lines.join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${order.requestCode}.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
