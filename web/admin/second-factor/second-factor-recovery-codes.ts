import { CodeForm } from "#shop/accounts/account-forms.ts";
import { renewRecoveryCodes } from "#shop/accounts/keep-second-factor.server.ts";
import { messages } from "#shop/messages.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-recovery-codes.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Draws new recovery codes and tells them, once: POST /admin/second-factor/recovery-codes. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(CodeForm, request);
  if (!form.ok) return say(form);

  const drawn = await orSay(context, "failedToChangeSecondFactor", () =>
    renewRecoveryCodes(context.get(servicesContext), context.get(visitorContext), form.value),
  );
  return say(drawn, messages.recoveryCodesDrawn);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToChangeSecondFactor", serverAction);
}
