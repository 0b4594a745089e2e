import { SecondFactorRemovalForm } from "#shop/accounts/account-forms.ts";
import { removeSecondFactor } from "#shop/accounts/second-factor/change-second-factor.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-removal.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Switches the admin's second factor off: POST /admin/second-factor/removal. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const form = await readForm(SecondFactorRemovalForm, request);
  if (!form.ok) return say(context, form);

  const { headers } = request;
  const removed = await orSay(context, "failedToChangeSecondFactor", () =>
    removeSecondFactor(services, auth, visitor, form.value, headers),
  );
  return say(context, removed, "secondFactorRemoved");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToChangeSecondFactor", serverAction);
}
