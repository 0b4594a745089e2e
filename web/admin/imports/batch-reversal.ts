import { textOf } from "#shop/refusal.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { sendWithProgress } from "../frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-reversal.ts";
import { batchPath } from "./batch-words.ts";

export { default, loader, meta } from "./batch.tsx";

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/** Removes all IDs of an import from the stock: POST /admin/batches/:batchId/reversal. */
export const action = withProgress(async ({ params, context }: Route.ActionArgs, report) => {
  const { services, visitor } = context.get(requestContext);
  const undone = await orSay(context, "failedToProcessRequest", () => undoBatch(services, visitor, params.batchId, report));
  return sayAbout(context, undone, undone.ok ? textOf("batchTakenBack", { n: undone.value.removed }) : null);
});

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const address = `${batchPath(params.batchId)}/reversal`;
  return sayProductOrNetworkError("failedToProcessRequest", () => sendWithProgress(address, new FormData(), serverAction));
}
