import { CodeForm } from "#shop/accounts/account-forms.ts";
import { renewRecoveryCodes } from "#shop/accounts/second-factor/change-second-factor.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-recovery-codes.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Generates new recovery codes and returns them once: POST /admin/second-factor/recovery-codes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(CodeForm, request);
  if (!form.ok) return say(context, form);

  const drawn = await orSay(context, "failedToChangeSecondFactor", () => renewRecoveryCodes(services, visitor, form.value));
  return say(context, drawn, "recoveryCodesDrawn");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToChangeSecondFactor", serverAction);
}
