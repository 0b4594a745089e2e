import { redirect } from "react-router";
import { previewedField } from "#shop/catalogue/id-layout-fields.ts";
import { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { ok } from "#shop/refusal.ts";
import { previewIds } from "#shop/stock/imports/check-ids.server.ts";
import { kindsIn, type LinesOfKind } from "#shop/stock/imports/line-kinds.ts";
import { IdsFile, withFile } from "#shop/stock/parsing/ids-file.ts";
import { requestContext } from "#web/context.ts";
import { type NetworkFailure, orNetworkError } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, type Said, say } from "#web/say.ts";
import type { Route } from "./+types/id-check.ts";

/** The lines of a form's IDs by kind. */
export type IdCheckAnswer = Said<LinesOfKind[]> | NetworkFailure;

/** A GET redirects to the page that adds IDs. */
export function loader() {
  return redirect("/admin/add-ids");
}

/** Checks the IDs of a form and adds nothing: POST /admin/id-check. [S5.11] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const posted = await readForm(AddIdsForm.extend({ ...IdsFile.shape, ...previewedField }), request);
  const form = posted.ok ? await withFile(posted.value) : posted;
  if (!form.ok) return say(context, form);
  const draft = await orSay(context, "failedToProcessRequest", () => previewIds(services, visitor, form.value));
  return say(context, draft.ok ? ok(kindsIn(draft.value)) : draft);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("networkNotOk", serverAction);
}
