import { removePushDevice } from "#shop/push/push-devices.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/push-removal.ts";

export { default, loader, meta } from "./push-devices.tsx";

/**
 * Stops notifying one of the admin's devices: POST /admin/push-devices/:deviceId/removal. [S12.10]
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToSaveSubscription", done: "pushSwitchedOff" }, ({ services, visitor, params }) =>
    removePushDevice(services, visitor, params.deviceId),
  );
}

export const clientAction = withToast("failedToSaveSubscription");
