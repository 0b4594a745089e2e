import { SecondFactorRemovalForm } from "#shop/accounts/account-forms.ts";
import { removeSecondFactor } from "#shop/accounts/second-factor/change-second-factor.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/second-factor-removal.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Switches the admin's second factor off: POST /admin/second-factor/removal. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SecondFactorRemovalForm, failed: "failedToChangeSecondFactor", done: "secondFactorRemoved" },
    ({ services, auth, visitor, headers }, form) => removeSecondFactor(services, auth, visitor, form, headers),
  );
}

export const clientAction = withoutToast("failedToChangeSecondFactor");
