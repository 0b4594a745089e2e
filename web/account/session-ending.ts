import { endOwnSession } from "#shop/accounts/end-own-sessions.server.ts";
import { messages } from "#shop/messages.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/session-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs one of the own devices out: POST /account/sessions/:sessionId/ending. [S4.10] */
export async function action({ params, context }: Route.ActionArgs) {
  const ended = await orSay(context, "failedToLogOutDevice", () =>
    endOwnSession(context.get(servicesContext), context.get(visitorContext), params.sessionId),
  );
  return say(ended, messages.deviceLoggedOut);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToLogOutDevice", serverAction);
}
