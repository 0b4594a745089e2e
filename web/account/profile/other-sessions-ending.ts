import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { endOtherSessions } from "#shop/accounts/end-own-sessions.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { inTime } from "#web/parts/in-time.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/other-sessions-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs all own devices out but this one: POST /account/other-sessions/ending. [S4.10] */
export async function action({ request, context }: Route.ActionArgs) {
  const { headers } = request;
  const form = await readForm(OwnPasswordForm, request);
  if (!form.ok) return say(form);

  const ended = await orSay(context, "failedToLogOutDevice", () =>
    endOtherSessions(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
  );
  return say(ended, messages.otherDevicesLoggedOut);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToLogOutDevice", () => inTime(serverAction));
}
