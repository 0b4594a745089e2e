import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { startSecondFactor } from "#shop/accounts/second-factor/set-up-second-factor.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/second-factor-key.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Starts setting up the admin's second factor: POST /admin/second-factor/key. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: OwnPasswordForm, failed: "failedToChangeSecondFactor" }, ({ services, auth, visitor, headers }, form) =>
    startSecondFactor(services, auth, visitor, form, headers),
  );
}

export const clientAction = withoutToast("failedToChangeSecondFactor");
