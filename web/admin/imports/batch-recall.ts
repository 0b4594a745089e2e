import { RecallForm } from "#shop/orders/recalls/recall.ts";
import { type RecalledImport, recallImport } from "#shop/orders/recalls/recall-import.server.ts";
import { textOf } from "#shop/refusal.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/batch-recall.ts";

export { default, loader, meta } from "./batch.tsx";

/** Recalls an import: POST /admin/batches/:batchId/recall. [S15.11] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: RecallForm,
      failed: "failedToProcessRequest",
      done: ({ withdrawn }: RecalledImport) => textOf("importIsRecalled", { n: withdrawn }),
    },
    ({ services, visitor, params }, form) => recallImport(services, visitor, params.batchId, form),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
