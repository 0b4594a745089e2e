import { messages } from "#shop/messages.ts";
import { removeListener } from "#shop/notices/listeners.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/listener-removal.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Tells a webhook or a chat nothing any more: POST /admin/webhooks/:listenerId/removal. */
export async function action({ params, context }: Route.ActionArgs) {
  const done = await orSay(context, "failedToSaveListener", () =>
    removeListener(context.get(servicesContext), context.get(visitorContext), params.listenerId),
  );
  return say(done, messages.listenerRemoved);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveListener", serverAction);
}
