import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { startSecondFactor } from "#shop/accounts/set-up-second-factor.server.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-key.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Begins to set up the own second factor: POST /admin/second-factor/key. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(OwnPasswordForm, request);
  if (!form.ok) return say(form);

  const { headers } = request;
  const started = await orSay(context, "failedToChangeSecondFactor", () =>
    startSecondFactor(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
  );
  return say(started);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToChangeSecondFactor", serverAction);
}
