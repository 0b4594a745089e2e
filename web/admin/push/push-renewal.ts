import { redirect } from "react-router";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { renewPushDevice } from "#shop/push/push-devices.server.ts";
import { PushRenewalForm } from "#shop/push/push-form.ts";
import { refused } from "#shop/refusal.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/push-renewal.ts";

/** Only the script leads here. */
export function loader() {
  return redirect("/admin");
}

/**
 * Says that this device is used in the current session: POST /admin/push-devices/renewal. [S12.10]
 */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: PushRenewalForm, failed: "failedToSaveSubscription" },
    async ({ services, auth, visitor, headers }, form) => {
      const found = await readSession(services, auth, headers);
      return found ? renewPushDevice(services, visitor, form, { sessionId: found.session.id }) : refused("adminsOnly");
    },
  );
}
