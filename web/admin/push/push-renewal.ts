import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { renewPushDevice } from "#shop/push/push-devices.server.ts";
import { PushRenewalForm } from "#shop/push/push-form.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { runAction } from "#web/run-action.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/push-renewal.ts";

/** The shop's public key, with which the worker subscribes again. Only scripts lead here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const { publicKey } = await orFail(context, "failedToLoadSubscriptions", () => pushKey(services));
  return { publicKey };
}

/**
 * Says that this device is used in the current session, and which address it has now: POST
 * /admin/push-devices/renewal. [S12.10]
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
