import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { startSecondFactor } from "#shop/accounts/second-factor/set-up-second-factor.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-key.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Starts setting up the admin's second factor: POST /admin/second-factor/key. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const form = await readForm(OwnPasswordForm, request);
  if (!form.ok) return say(context, form);

  const { headers } = request;
  const started = await orSay(context, "failedToChangeSecondFactor", () => startSecondFactor(services, auth, visitor, form.value, headers));
  return say(context, started);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToChangeSecondFactor", serverAction);
}
