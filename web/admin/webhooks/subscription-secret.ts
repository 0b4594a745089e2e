import { messages } from "#shop/messages.ts";
import { drawSecret } from "#shop/notices/listeners.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/listener-secret.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Draws a new secret for a webhook and tells it, once: POST /admin/webhooks/:listenerId/secret. */
export async function action({ params, context }: Route.ActionArgs) {
  const done = await orSay(context, "failedToSaveListener", () =>
    drawSecret(context.get(servicesContext), context.get(visitorContext), params.listenerId),
  );
  return say(done, messages.webhookSecretDrawn);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveListener", serverAction);
}
