import { messages } from "#shop/messages.ts";
import { ListenerChangeForm } from "#shop/notices/listener-form.ts";
import { changeListener } from "#shop/notices/listeners.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/listener-change.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Changes what a webhook or a chat is told: POST /admin/webhooks/:listenerId/change. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(ListenerChangeForm, request);
  if (!form.ok) return say(form);

  const changed = await orSay(context, "failedToSaveListener", () =>
    changeListener(context.get(servicesContext), context.get(visitorContext), params.listenerId, form.value),
  );
  return say(changed, messages.listenerChanged);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveListener", serverAction);
}
