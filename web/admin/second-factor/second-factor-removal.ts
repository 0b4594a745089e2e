import { SecondFactorRemovalForm } from "#shop/accounts/account-forms.ts";
import { removeSecondFactor } from "#shop/accounts/keep-second-factor.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-removal.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Switches the own second factor off: POST /admin/second-factor/removal. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(SecondFactorRemovalForm, request);
  if (!form.ok) return say(form);

  const { headers } = request;
  const removed = await orSay(context, "failedToChangeSecondFactor", () =>
    removeSecondFactor(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
  );
  return say(removed, messages.secondFactorRemoved);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToChangeSecondFactor", serverAction);
}
