import { z } from "zod";
import { startMigration } from "#migration/runs/start-migration.server.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-runs.ts";

export { default, loader, meta } from "./migration.tsx";

const RunForm = z.object({ what: z.enum(["preview", "import"]) });

/** Starts a preview or import in the background: POST /admin/import-old-shop/runs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(RunForm, request);
  if (!form.ok) return say(context, form);
  const started = await orSay(context, "failedToImportOldShop", () =>
    startMigration(services, visitor, { isPreview: form.value.what === "preview" }),
  );
  return say(context, started.ok ? ok(null) : started);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToImportOldShop", serverAction);
}
