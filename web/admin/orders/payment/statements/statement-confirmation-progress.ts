import { redirect } from "react-router";
import { confirmStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { ConfirmationForm } from "#shop/orders/payment/statements/statement-form.ts";
import { ok } from "#shop/refusal.ts";
import { streamProgress } from "#web/admin/frame/stream-progress.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/statement-confirmation-progress.ts";
import { confirmedText } from "./confirmed-text.server.ts";
import { type StatementAnswer, statementPath } from "./statement-words.ts";

/** A GET redirects to the statement. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(statementPath(params));
}

/**
 * Like POST /admin/statements/:statementId/confirmation, but streams the progress: POST
 * /admin/statements/:statementId/confirmation/progress. [S10.13]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ConfirmationForm, request);
  if (!form.ok) return say(context, form);

  return streamProgress<StatementAnswer>(async (report) => {
    const confirmed = await orSay(context, "failedToProcessRequest", () =>
      confirmStatement(services, visitor, params.statementId, form.value, report),
    );
    return say(context, confirmed.ok ? ok(null) : confirmed, confirmed.ok ? confirmedText(confirmed.value) : null).data;
  });
}
