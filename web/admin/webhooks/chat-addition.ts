import { messages } from "#shop/messages.ts";
import { ChatForm } from "#shop/notices/listener-form.ts";
import { addChat } from "#shop/notices/listeners.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/chat-addition.ts";
import { typedListener, withTyped } from "./webhooks-answer.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Adds a chat of the messaging app: POST /admin/webhooks/chat. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedListener(request.clone(), "chat");
  const form = await readForm(ChatForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const added = await orSay(context, "failedToSaveListener", () =>
    addChat(context.get(servicesContext), context.get(visitorContext), form.value),
  );
  return withTyped(say(added, messages.chatAdded), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveListener", serverAction);
}
