import { ok } from "#shop/refusal.ts";
import { sendTest } from "#shop/webhooks/send-delivery-again.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/subscription-test.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Sends a test delivery and says whether it arrived: POST
 * /admin/settings/notifications/:subscriptionId/test.
 */
export function action(args: Route.ActionArgs) {
  const { context } = args;
  return runAction(
    args,
    { failed: "failedToSendTest", done: ({ problem }: { problem: string | null }) => (problem ? null : "testArrived") },
    async ({ services, visitor, params }) => {
      const sent = await sendTest(services, visitor, params.subscriptionId);
      return sent.ok ? ok({ problem: sent.value.problem && sentenceFor(context, sent.value.problem) }) : sent;
    },
  );
}

export const clientAction = withToast("failedToSendTest");
