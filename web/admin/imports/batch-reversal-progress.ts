import { redirect } from "react-router";
import { messages } from "#shop/messages.ts";
import { undoBatch } from "#shop/stock/undo-batch.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-reversal-progress.ts";
import { batchPath } from "./batch-words.ts";
import { sayAbout } from "./product-answer.ts";
import { toldInLines } from "./told-in-lines.ts";

/** Who only comes to look is shown the import. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(batchPath(params.batchId));
}

/** The same as POST …/reversal, and tells how far it is: POST /admin/batches/:batchId/reversal/progress. */
export function action({ params, context }: Route.ActionArgs) {
  return toldInLines(async (tell) => {
    const undone = await orSay(context, "failedToProcessRequest", () =>
      undoBatch(context.get(servicesContext), context.get(visitorContext), params.batchId, tell),
    );
    return sayAbout(undone, undone.ok ? messages.batchTakenBack(undone.value.removed) : "").data;
  });
}
