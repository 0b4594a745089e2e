import { sendEmailAgain } from "#shop/emails/sending/send-email-again.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/email-sending.ts";

export { default, loader } from "./emails.tsx";

/** Sends a failed email again: POST /admin/emails/:emailId/sending. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToResendEmail", done: "emailQueuedAgain" }, ({ services, visitor, params }) =>
    sendEmailAgain(services, visitor, params.emailId),
  );
}

export const clientAction = withToast("failedToResendEmail");
