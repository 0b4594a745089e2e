import { dropUploads } from "#migration/uploads/uploads.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/migration-files-removal.ts";

export { default, loader, meta } from "./migration.tsx";

/** Removes the uploaded files: POST /admin/import-old-shop/files/removal. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "migrationFilesRemoved" }, ({ services, visitor }) =>
    dropUploads(services, visitor),
  );
}

export const clientAction = withToast("failedToProcessRequest");
