import { messages } from "#shop/messages.ts";
import { undoBatch } from "#shop/stock/undo-batch.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-reversal.ts";
import { batchPath } from "./batch-words.ts";
import { sayAbout } from "./product-answer.ts";
import { sendTold } from "./send-told.ts";

export { default, loader, meta } from "./batch.tsx";

/** Takes all IDs of an import out of the stock again: POST /admin/batches/:batchId/reversal. */
export async function action({ params, context }: Route.ActionArgs) {
  const undone = await orSay(context, "failedToProcessRequest", () =>
    undoBatch(context.get(servicesContext), context.get(visitorContext), params.batchId),
  );
  return sayAbout(undone, undone.ok ? messages.batchTakenBack(undone.value.removed) : "");
}

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const address = `${batchPath(params.batchId)}/reversal`;
  return orUnreached("failedToProcessRequest", () => sendTold(address, new FormData(), serverAction));
}
