import { testConnection } from "#shop/payments/methods/test-connection.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { ok, refused } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { say, sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/provider-test.ts";

export { default, loader, meta } from "./provider-method.tsx";

/** Tests the connection to a provider: POST /admin/payment-methods/:name/test. [S10.1] */
export function action(args: Route.ActionArgs) {
  const { context } = args;
  const { name: method } = args.params;
  if (!isProviderName(method)) throw say(context, refused("notFound"));
  return runAction(
    args,
    {
      failed: "failedToSendTest",
      done: ({ problem }: { problem: string | null }) => (problem ? null : "providerConnected"),
      about: { isOfTest: true },
    },
    async ({ services, visitor }) => {
      const tested = await testConnection(services, visitor, method);
      if (!tested.ok) return tested;
      return ok({ problem: tested.value.outcome === "connected" ? null : sentenceFor(context, tested.value.problem) });
    },
  );
}

export const clientAction = withToast("failedToSendTest");
