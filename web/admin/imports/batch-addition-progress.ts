import { redirect } from "react-router";
import { messages } from "#shop/messages.ts";
import { addBatch } from "#shop/stock/add-batch.server.ts";
import { AdditionForm } from "#shop/stock/import-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-addition-progress.ts";
import { batchPath } from "./batch-words.ts";
import { sayAbout } from "./product-answer.ts";
import { toldInLines } from "./told-in-lines.ts";

/** Who only comes to look is shown the import. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(batchPath(params.batchId));
}

/** The same as POST …/addition, and tells how far it is: POST /admin/batches/:batchId/addition/progress. [S5.11] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(AdditionForm, request);
  if (!form.ok) return sayAbout(form, "");

  return toldInLines(async (tell) => {
    const added = await orSay(context, "failedToProcessRequest", () =>
      addBatch(context.get(servicesContext), context.get(visitorContext), params.batchId, form.value, tell),
    );
    return sayAbout(added.ok ? { ok: true, value: null } : added, added.ok ? messages.batchAdded(added.value.added) : "").data;
  });
}
