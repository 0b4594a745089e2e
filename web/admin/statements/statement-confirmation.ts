import { confirmStatement } from "#shop/orders/statements/confirm-statement.server.ts";
import { ConfirmationForm } from "#shop/orders/statements/statement-form.ts";
import { textOf } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/statement-confirmation.ts";

export { default, loader, meta } from "./statement.tsx";

/**
 * Settles the certain lines of a statement, and the likely ones that were ticked: POST
 * /admin/statements/:statementId/confirmation. [S10.13]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ConfirmationForm, request);
  if (!form.ok) return say(context, form);

  const confirmed = await orSay(context, "failedToProcessRequest", () =>
    confirmStatement(services, visitor, params.statementId, form.value),
  );
  return say(context, confirmed, confirmed.ok ? textOf("statementConfirmed", confirmed.value) : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
