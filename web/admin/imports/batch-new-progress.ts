import { redirect } from "react-router";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { streamProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-new-progress.ts";
import { readImportForm } from "./read-import-form.server.ts";

/** A GET redirects to the page. */
export function loader() {
  return redirect("/admin/batches/new");
}

/** Like POST /admin/batches/new, but streams the progress: POST /admin/batches/new/progress. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const read = await readImportForm(request);
  if (!read.ok) return sayAbout(context, read, null);

  const { form, lines } = read.value;
  return streamProgress(async (report) => {
    const checked = await orSay(context, "failedToProcessRequest", () => checkIds(services, visitor, form, lines, report));
    return sayAbout(context, checked, null).data;
  });
}
