import { removePushDevice } from "#shop/push/push-devices.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/push-removal.ts";

export { default, loader, meta } from "../webhooks/webhooks.tsx";

/**
 * Stops notifying one of the admin's devices: POST /admin/push-devices/:deviceId/removal. [S12.10]
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const removed = await orSay(context, "failedToSaveSubscription", () => removePushDevice(services, visitor, params.deviceId));
  return say(context, removed, "pushSwitchedOff");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
