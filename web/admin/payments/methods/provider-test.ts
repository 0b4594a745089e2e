import { testConnection } from "#shop/payments/methods/test-connection.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { ok, refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say, sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/provider-test.ts";
import { aboutMethod } from "./provider-answer.ts";

export { default, loader, meta } from "./payment-methods.tsx";

/** Tests the connection to a provider: POST /admin/payment-methods/:name/test. [S10.1] */
export async function action({ params, context }: Route.ActionArgs) {
  const { name } = params;
  if (!isProviderName(name)) throw say(context, refused("notFound"));
  const { services, visitor } = context.get(requestContext);
  const tested = await orSay(context, "failedToSendTest", () => testConnection(services, visitor, name));
  if (!tested.ok) return aboutMethod(say(context, tested), name);
  const problem = tested.value.outcome === "connected" ? null : sentenceFor(context, tested.value.problem);
  return aboutMethod(say(context, ok({ problem }), problem === null ? "providerConnected" : null), name);
}

export const clientAction = withToast("failedToSendTest");
