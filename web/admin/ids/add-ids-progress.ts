import { redirect } from "react-router";
import { textOf } from "#shop/refusal.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { streamProgress } from "../frame/stream-progress.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/add-ids-progress.ts";
import { readAddIds } from "./read-add-ids.ts";

/** A GET redirects to the page. */
export function loader() {
  return redirect("/admin/add-ids");
}

/**
 * Like POST /admin/add-ids, but streams the progress: POST /admin/add-ids/progress. [S2.25] [S5.11]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readAddIds(request);
  if (!form.ok) return sayAbout(context, form, null);

  return streamProgress(async (report) => {
    const added = await orSay(context, "failedToProcessRequest", () => addIds(services, visitor, form.value, report));
    return sayAbout(context, added, added.ok ? textOf("addedIds", { n: added.value.added }) : null).data;
  });
}
