import { messages } from "#shop/messages.ts";
import { sendTest } from "#shop/notices/send-again.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/listener-test.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Sends a test and says whether it arrived: POST /admin/webhooks/:listenerId/test. */
export async function action({ params, context }: Route.ActionArgs) {
  const done = await orSay(context, "failedToSendTest", () =>
    sendTest(context.get(servicesContext), context.get(visitorContext), params.listenerId),
  );
  return say(done, done.ok && done.value.problem === null ? messages.testArrived : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSendTest", serverAction);
}
