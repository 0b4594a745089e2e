import { redirect } from "react-router";
import { checkIds } from "#shop/stock/check-ids.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-new-progress.ts";
import { sayAbout } from "./product-answer.ts";
import { readImportForm } from "./read-import-form.server.ts";
import { toldInLines } from "./told-in-lines.ts";

/** Who only comes to look is shown the page. */
export function loader() {
  return redirect("/admin/batches/new");
}

/** The same as POST /admin/batches/new, and tells how far it is: POST /admin/batches/new/progress. */
export async function action({ request, context }: Route.ActionArgs) {
  const read = await readImportForm(request);
  if (!read.ok) return sayAbout(read, "");

  const { form, lines } = read.value;
  return toldInLines(async (tell) => {
    const checked = await orSay(context, "failedToProcessRequest", () =>
      checkIds(context.get(servicesContext), context.get(visitorContext), form, lines, tell),
    );
    return sayAbout(checked, "").data;
  });
}
