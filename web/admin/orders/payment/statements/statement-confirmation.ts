import { confirmStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { ConfirmationForm } from "#shop/orders/payment/statements/statement-form.ts";
import { sendWithProgress } from "#web/admin/frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "#web/admin/frame/stream-progress.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/statement-confirmation.ts";
import { confirmedText } from "./confirmed-text.server.ts";
import { confirmationPath } from "./statement-words.ts";

export { default, loader, meta } from "./statement.tsx";

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/**
 * Settles the certain lines of a statement, and the likely ones that were ticked: POST
 * /admin/statements/:statementId/confirmation. Without script nothing shows the progress, so it
 * answers after a while and says how many are left. [S10.13]
 */
export const action = withProgress(async ({ request, params, context }: Route.ActionArgs, report) => {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ConfirmationForm, request);
  if (!form.ok) return say(context, form);

  const began = services.now().getTime();
  const mayGoOn = () => services.now().getTime() - began < ANSWERED_AFTER_MS;
  const confirmed = await orSay(context, "failedToProcessRequest", () =>
    confirmStatement(services, visitor, params.statementId, form.value, report, report ? undefined : mayGoOn),
  );
  return say(context, confirmed, confirmed.ok ? confirmedText(confirmed.value) : null);
});

/** Shows how many lines are settled meanwhile. */
export function clientAction({ request, params: { statementId }, serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", async () => {
    const form = await request.clone().formData();
    return sendWithProgress(confirmationPath(statementId), form, serverAction);
  });
}

/** After how long the page without script is answered. */
const ANSWERED_AFTER_MS = 15_000;
