import { sendEmailAgain } from "#shop/emails/sending/send-email-again.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/email-sending.ts";

export { default, loader } from "./emails.tsx";

/** Sends a failed email again: POST /admin/emails/:emailId/sending. */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const sending = await orSay(context, "failedToResendEmail", () => sendEmailAgain(services, visitor, params.emailId));
  return say(context, sending, "emailQueuedAgain");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToResendEmail", serverAction);
}
