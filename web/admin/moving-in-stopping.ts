import { stopMoving } from "#shop/moving-in/stop-moving.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/moving-in-stopping.ts";

export { default, loader, meta } from "./moving-in.tsx";

/** Stops a preview or an import that is under way: POST /admin/moving-in/runs/:runId/stopping. */
export async function action({ params, context }: Route.ActionArgs) {
  const stopped = await orSay(context, "failedToStopMoving", () =>
    stopMoving(context.get(servicesContext), context.get(visitorContext), params.runId),
  );
  return say(stopped);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToStopMoving", serverAction);
}
