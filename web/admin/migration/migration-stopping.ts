import { stopMigration } from "#migration/runs/stop-migration.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-stopping.ts";

export { default, loader, meta } from "./migration.tsx";

/** Stops a running preview or import: POST /admin/import-old-shop/runs/:runId/stopping. */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const stopped = await orSay(context, "failedToStopMigration", () => stopMigration(services, visitor, params.runId));
  return say(context, stopped);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToStopMigration", serverAction);
}
