import { countWaiting } from "#shop/orders/today/count-waiting.server.ts";
import type { Waiting } from "#shop/orders/today/waiting.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/waiting-counts.ts";

/** What waits for the owner, as JSON: GET /admin/waiting. [S12.4] */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const waiting: Waiting = await orFail(context, "networkNotOk", () => countWaiting(services, visitor));
  return Response.json(waiting, { headers: { "Cache-Control": "private, no-store" } });
}
