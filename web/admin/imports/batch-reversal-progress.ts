import { redirect } from "react-router";
import { textOf } from "#shop/refusal.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { streamProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-reversal-progress.ts";
import { batchPath } from "./batch-words.ts";

/** A GET redirects to the import. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(batchPath(params.batchId));
}

/** Like POST …/reversal, but streams the progress: POST …/reversal/progress. */
export function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  return streamProgress(async (report) => {
    const undone = await orSay(context, "failedToProcessRequest", () => undoBatch(services, visitor, params.batchId, report));
    return sayAbout(context, undone, undone.ok ? textOf("batchTakenBack", { n: undone.value.removed }) : null).data;
  });
}
