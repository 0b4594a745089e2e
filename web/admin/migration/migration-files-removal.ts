import { messages } from "#shop/messages.ts";
import { dropUploads } from "#shop/moving-in/uploads.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/moving-in-files-removal.ts";

export { default, loader, meta } from "./moving-in.tsx";

/** Removes the uploaded files: POST /admin/moving-in/files/removal. */
export async function action({ context }: Route.ActionArgs) {
  const dropped = await orSay(context, "failedToProcessRequest", () =>
    dropUploads(context.get(servicesContext), context.get(visitorContext)),
  );
  return say(dropped, messages.movingFilesRemoved);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
