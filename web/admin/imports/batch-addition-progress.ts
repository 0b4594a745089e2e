import { redirect } from "react-router";
import { textOf } from "#shop/refusal.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { AdditionForm } from "#shop/stock/imports/import-form.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import { streamProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-addition-progress.ts";
import { batchPath } from "./batch-words.ts";

/** A GET redirects to the import. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(batchPath(params.batchId));
}

/** Like POST …/addition, but streams the progress: POST …/addition/progress. [S5.11] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(AdditionForm, request);
  if (!form.ok) return sayAbout(context, form, null);

  return streamProgress(async (report) => {
    const added = await orSay(context, "failedToProcessRequest", () => addBatch(services, visitor, params.batchId, form.value, report));
    return sayAbout(context, added.ok ? { ok: true, value: null } : added, added.ok ? textOf("batchAdded", { n: added.value.added }) : null)
      .data;
  });
}
