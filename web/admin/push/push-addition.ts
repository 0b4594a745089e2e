import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { PushForm } from "#shop/push/push-form.ts";
import { refused } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/push-addition.ts";

export { default, loader, meta } from "../webhooks/webhooks.tsx";

/** Notifies the admin on this device from now on: POST /admin/push-devices. [S12.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: PushForm, failed: "failedToSaveSubscription", done: "pushSwitchedOn" },
    async ({ services, auth, visitor, headers }, form) => {
      const found = await readSession(services, auth, headers);
      if (!found) return refused("adminsOnly");
      return addPushDevice(services, visitor, form, { sessionId: found.session.id, userAgent: found.session.userAgent });
    },
  );
}

export const clientAction = withToast("failedToSaveSubscription");
