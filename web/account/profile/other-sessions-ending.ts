import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { endOtherSessions } from "#shop/accounts/sessions/end-own-sessions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/other-sessions-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs out all other devices of the user: POST /account/other-sessions/ending. [S4.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: OwnPasswordForm, failed: "failedToLogOutDevice", done: "otherDevicesLoggedOut" },
    ({ services, auth, visitor, headers }, form) => endOtherSessions(services, auth, visitor, form, headers),
  );
}

export const clientAction = withToast("failedToLogOutDevice", inTime);
