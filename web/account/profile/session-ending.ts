import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { endOwnSession } from "#shop/accounts/end-own-sessions.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { inTime } from "#web/parts/in-time.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/session-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs one of the own devices out: POST /account/sessions/:sessionId/ending. [S4.10] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { headers } = request;
  const form = await readForm(OwnPasswordForm, request);
  if (!form.ok) return say(form);

  const ended = await orSay(context, "failedToLogOutDevice", () =>
    endOwnSession(
      context.get(servicesContext),
      context.get(authContext),
      context.get(visitorContext),
      params.sessionId,
      form.value,
      headers,
    ),
  );
  return say(ended, messages.deviceLoggedOut);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToLogOutDevice", () => inTime(serverAction));
}
