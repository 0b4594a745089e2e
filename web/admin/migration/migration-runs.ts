import { z } from "zod";
import { startMigration } from "#migration/runs/start-migration.server.ts";
import { ok } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/migration-runs.ts";

export { default, loader, meta } from "./migration.tsx";

const RunForm = z.object({ what: z.enum(["preview", "import"]) });

/** Starts a preview or import in the background: POST /admin/import-old-shop/runs. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: RunForm, failed: "failedToImportOldShop" }, async ({ services, visitor }, { what }) => {
    const started = await startMigration(services, visitor, { isPreview: what === "preview" });
    return started.ok ? ok(null) : started;
  });
}

export const clientAction = withToast("failedToImportOldShop");
