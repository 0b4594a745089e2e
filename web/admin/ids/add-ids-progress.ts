import { redirect } from "react-router";
import { messages } from "#shop/messages.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/add-ids-progress.ts";
import { sayAbout } from "./product-answer.ts";
import { readAddIds } from "./read-add-ids.ts";
import { toldInLines } from "./told-in-lines.ts";

/** Who only comes to look is shown the page. */
export function loader() {
  return redirect("/add-ids");
}

/** The same as POST /add-ids, and tells how far it is: POST /admin/add-ids/progress. [S2.25] [S5.11] */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readAddIds(request);
  if (!form.ok) return sayAbout(form, "");

  return toldInLines(async (tell) => {
    const added = await orSay(context, "failedToProcessRequest", () =>
      addIds(context.get(servicesContext), context.get(visitorContext), form.value, tell),
    );
    return sayAbout(added, added.ok ? messages.addedIds(added.value.added) : "").data;
  });
}
