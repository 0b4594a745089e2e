import type { RouterContextProvider } from "react-router";
import { isDeliveryState } from "#shop/webhooks/delivery.ts";
import { listDeliveries } from "#shop/webhooks/list-deliveries.server.ts";
import { requestContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";

/**
 * Loads the subscriptions and a page of deliveries, also for the mutations' answers without
 * JavaScript.
 */
export async function loadWebhooks(context: Readonly<Pick<RouterContextProvider, "get" | "set">>, { searchParams }: URL) {
  const { services, visitor } = context.get(requestContext);
  const asked = searchParams.get("state");
  const state = isDeliveryState(asked) ? asked : null;
  const after = searchParams.get("after");
  const told = await orFail(context, "failedToLoadListeners", () => listDeliveries(services, visitor, { state, after }));
  if (!told.ok) throw say(told);
  return { ...told.value, state, after };
}
