import { stopMigration } from "#migration/runs/stop-migration.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/migration-stopping.ts";

export { default, loader, meta } from "./migration.tsx";

/** Stops a running preview or import: POST /admin/import-old-shop/runs/:runId/stopping. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToStopMigration" }, ({ services, visitor, params }) =>
    stopMigration(services, visitor, params.runId),
  );
}

export const clientAction = withToast("failedToStopMigration");
