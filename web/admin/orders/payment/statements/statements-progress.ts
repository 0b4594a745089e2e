import { redirect } from "react-router";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { streamProgress } from "#web/admin/frame/stream-progress.ts";
import { requestContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/statements-progress.ts";
import { readStatementForm } from "./read-statement-form.server.ts";
import { STATEMENTS, type StatementAnswer } from "./statement-words.ts";

/** A GET redirects to the page. */
export function loader() {
  return redirect(STATEMENTS);
}

/**
 * Like POST /admin/statements, but streams the progress: POST /admin/statements/progress. [S10.13]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const read = await readStatementForm(request);
  if (!read.ok) return say(context, read);

  const { form, file } = read.value;
  return streamProgress<StatementAnswer>(async (report) => {
    const uploaded = await orSay(context, "failedToProcessRequest", () => uploadStatement(services, visitor, form, file, report));
    return say(context, uploaded).data;
  });
}
