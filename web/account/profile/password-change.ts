import { ChangePasswordForm } from "#shop/accounts/account-forms.ts";
import { changePassword } from "#shop/accounts/passwords/change-password.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/password-change.ts";

export { default, loader } from "./details.tsx";

/** Changes the user's password: POST /account/password. [S7.4] [S8.3] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ChangePasswordForm, failed: "failedToChangePassword", done: "passwordChanged" },
    ({ services, auth, visitor, headers }, form) => changePassword(services, auth, visitor, form, headers),
  );
}

export const clientAction = withToast("failedToChangePassword", inTime);
