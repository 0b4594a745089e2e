import { useEffect, useRef } from "react";
import { listOddRows, readNewestRun } from "#shop/moving-in/read-runs.server.ts";
import { readUploads } from "#shop/moving-in/uploads.server.ts";
import { granted } from "#shop/refusal.ts";
import { servicesContext, settingsContext, visitorContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import type { Answer } from "#web/parts/use-answer.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { orFail, say } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/moving-in.ts";
import { MovingInFiles } from "./moving-in-files-sheet.tsx";
import { MovingInProgress } from "./moving-in-progress.tsx";
import { MovingInResult } from "./moving-in-result.tsx";
import { MovingInStart } from "./moving-in-start.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Move in", matches), { name: "robots", content: "noindex" }];

/** What lies here of the old shop, the newest preview or import, and a page of its odd rows. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const [services, visitor] = [context.get(servicesContext), context.get(visitorContext)];
  const after = Number(new URL(request.url).searchParams.get("after")) || 0;
  return orFail(context, "networkNotOk", async () => {
    const [uploads, run] = await Promise.all([readUploads(services, visitor), readNewestRun(services, visitor)]);
    if (!uploads.ok || !run.ok) throw say(uploads.ok ? run : uploads);
    const isTold = run.value?.state === "done";
    const odd =
      isTold && run.value ? await listOddRows(services, visitor, { runId: run.value.id, after }) : granted({ rows: [], next: null });
    if (!odd.ok) throw say(odd);
    return { uploads: uploads.value, run: run.value, odd: odd.value, after, currency: context.get(settingsContext).adminCurrency };
  });
}

/** Bringing the old shop in: its files, a preview of what would happen, the import, and the report. */
export default function MovingIn({ loaderData: { uploads, run, odd, after, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const answered = usePosted<Answer>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = run?.state === "running";
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // The button that began it, or stopped it, is gone with its sheet.
    if ((isRunning || wasRunning.current) && document.activeElement === document.body) heading.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <section className="flex flex-col gap-4 sm:gap-6">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            Move in
          </span>
        }
      >
        Bring the products, IDs, orders and customers of your old shop here. Nothing is written before you have seen a preview and say so,
        and the same files can be brought in again: what is here already stays as it is.
      </PageHead>
      {answered?.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      {!isRunning && <MovingInFiles uploads={uploads} />}
      {!isRunning && uploads.database.files > 0 && <MovingInStart run={run} />}
      {run && isRunning && <MovingInProgress key={run.id} run={run} />}
      {run && !isRunning && <MovingInResult run={run} odd={odd} after={after} currency={currency} />}
    </section>
  );
}
