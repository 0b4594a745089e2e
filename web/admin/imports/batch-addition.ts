import { messages } from "#shop/messages.ts";
import { addBatch } from "#shop/stock/add-batch.server.ts";
import { AdditionForm } from "#shop/stock/import-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-addition.ts";
import { batchPath } from "./batch-words.ts";
import { sayAbout } from "./product-answer.ts";
import { sendTold } from "./send-told.ts";

export { default, loader, meta } from "./batch.tsx";

/** Adds the chosen kinds of lines of a checked import: POST /admin/batches/:batchId/addition. [S5.11] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(AdditionForm, request);
  if (!form.ok) return sayAbout(form, "");

  const added = await orSay(context, "failedToProcessRequest", () =>
    addBatch(context.get(servicesContext), context.get(visitorContext), params.batchId, form.value),
  );
  return sayAbout(added.ok ? { ok: true, value: null } : added, added.ok ? messages.batchAdded(added.value.added) : "");
}

export function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const address = `${batchPath(params.batchId)}/addition`;
  return orUnreached("failedToProcessRequest", async () => sendTold(address, await request.clone().formData(), serverAction));
}
