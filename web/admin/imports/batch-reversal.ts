import { textOf } from "#shop/refusal.ts";
import { type UndoneBatch, undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import { sendWithProgress } from "../frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "../frame/stream-progress.ts";
import type { Route } from "./+types/batch-reversal.ts";
import { batchPath } from "./batch-words.ts";

export { default, loader, meta } from "./batch.tsx";

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/** Removes all IDs of an import from the stock: POST /admin/batches/:batchId/reversal. */
export const action = withProgress((args: Route.ActionArgs, report) =>
  runAction(
    args,
    { failed: "failedToProcessRequest", done: ({ removed }: UndoneBatch) => textOf("batchTakenBack", { n: removed }) },
    ({ services, visitor, params }) => undoBatch(services, visitor, params.batchId, report),
  ),
);

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const address = `${batchPath(params.batchId)}/reversal`;
  return sayProductOrNetworkError("failedToProcessRequest", () => sendWithProgress(address, new FormData(), serverAction));
}
