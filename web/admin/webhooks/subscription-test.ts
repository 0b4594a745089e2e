import { ok } from "#shop/refusal.ts";
import { sendTest } from "#shop/webhooks/send-delivery-again.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say, sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/subscription-test.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Sends a test delivery and says whether it arrived: POST
 * /admin/settings/notifications/:subscriptionId/test.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const done = await orSay(context, "failedToSendTest", () => sendTest(services, visitor, params.subscriptionId));
  if (!done.ok || done.value.problem === null) return say(context, done, "testArrived");
  return say(context, ok({ problem: sentenceFor(context, done.value.problem) }));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSendTest", serverAction);
}
