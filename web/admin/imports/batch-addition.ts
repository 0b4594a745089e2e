import { textOf } from "#shop/refusal.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { AdditionForm } from "#shop/stock/imports/import-form.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import { sendWithProgress } from "../frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-addition.ts";
import { batchPath } from "./batch-words.ts";

export { default, loader, meta } from "./batch.tsx";

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/**
 * Adds chosen kinds of lines of a checked import: POST /admin/batches/:batchId/addition. [S5.11]
 */
export const action = withProgress(async ({ request, params, context }: Route.ActionArgs, report) => {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(AdditionForm, request);
  if (!form.ok) return sayAbout(context, form, null);

  const added = await orSay(context, "failedToProcessRequest", () => addBatch(services, visitor, params.batchId, form.value, report));
  return sayAbout(context, added.ok ? { ok: true, value: null } : added, added.ok ? textOf("batchAdded", { n: added.value.added }) : null);
});

export function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const address = `${batchPath(params.batchId)}/addition`;
  return sayProductOrNetworkError("failedToProcessRequest", async () =>
    sendWithProgress(address, await request.clone().formData(), serverAction),
  );
}
