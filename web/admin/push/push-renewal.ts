import { redirect } from "react-router";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { renewPushDevice } from "#shop/push/push-devices.server.ts";
import { PushRenewalForm } from "#shop/push/push-form.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/push-renewal.ts";

/** Only the script leads here. */
export function loader() {
  return redirect("/admin");
}

/**
 * Says that this device is used in the current session: POST /admin/push-devices/renewal. [S12.10]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const { headers } = request;
  const form = await readForm(PushRenewalForm, request);
  if (!form.ok) return say(context, form);

  const renewed = await orSay(context, "failedToSaveSubscription", async () => {
    const found = await readSession(services, auth, headers);
    return found ? renewPushDevice(services, visitor, form.value, { sessionId: found.session.id }) : refused("adminsOnly");
  });
  return say(context, renewed);
}
