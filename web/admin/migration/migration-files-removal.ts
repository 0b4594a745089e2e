import { dropUploads } from "#migration/uploads/uploads.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-files-removal.ts";

export { default, loader, meta } from "./migration.tsx";

/** Removes the uploaded files: POST /admin/import-old-shop/files/removal. */
export async function action({ context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const dropped = await orSay(context, "failedToProcessRequest", () => dropUploads(services, visitor));
  return say(context, dropped, "migrationFilesRemoved");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
