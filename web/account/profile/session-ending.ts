import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { endOwnSession } from "#shop/accounts/sessions/end-own-sessions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { inTime } from "#web/parts/session/auth-timeout.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/session-ending.ts";

export { default, loader } from "./details.tsx";

/** Logs out one of the user's devices: POST /account/sessions/:sessionId/ending. [S4.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: OwnPasswordForm, failed: "failedToLogOutDevice", done: "deviceLoggedOut" },
    ({ services, auth, visitor, params, headers }, form) => endOwnSession(services, auth, visitor, params.sessionId, form, headers),
  );
}

export const clientAction = withToast("failedToLogOutDevice", inTime);
