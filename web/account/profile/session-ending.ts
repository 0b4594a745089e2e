import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { endOwnSession } from "#shop/accounts/sessions/end-own-sessions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/session-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs out one of the user's devices: POST /account/sessions/:sessionId/ending. [S4.10] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const { headers } = request;
  const form = await readForm(OwnPasswordForm, request);
  if (!form.ok) return say(context, form);

  const ended = await orSay(context, "failedToLogOutDevice", () =>
    endOwnSession(services, auth, visitor, params.sessionId, form.value, headers),
  );
  return say(context, ended, "deviceLoggedOut");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToLogOutDevice", () => inTime(serverAction));
}
