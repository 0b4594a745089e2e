import { messages } from "#shop/messages.ts";
import { WebhookForm } from "#shop/notices/listener-form.ts";
import { addWebhook } from "#shop/notices/listeners.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/webhook-addition.ts";
import { typedListener, withTyped } from "./webhooks-answer.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Adds a webhook and tells its secret, once: POST /admin/webhooks/addition. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedListener(request.clone(), "webhook");
  const form = await readForm(WebhookForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const added = await orSay(context, "failedToSaveListener", () =>
    addWebhook(context.get(servicesContext), context.get(visitorContext), form.value),
  );
  return withTyped(say(added, messages.webhookAdded), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveListener", serverAction);
}
