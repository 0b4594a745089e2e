import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { PushForm } from "#shop/push/push-form.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/push-addition.ts";

export { default, loader, meta } from "../webhooks/webhooks.tsx";

/** Notifies the admin on this device from now on: POST /admin/push-devices. [S12.10] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const { headers } = request;
  const form = await readForm(PushForm, request);
  if (!form.ok) return say(context, form);

  const added = await orSay(context, "failedToSaveSubscription", async () => {
    const found = await readSession(services, auth, headers);
    if (!found) return refused("adminsOnly");
    return addPushDevice(services, visitor, form.value, { sessionId: found.session.id, userAgent: found.session.userAgent });
  });
  return say(context, added, "pushSwitchedOn");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
