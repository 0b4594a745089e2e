import { useLayoutEffect, useRef } from "react";
import { listRowsWithWarnings, readNewestRun } from "#migration/runs/read-runs.server.ts";
import { readUploads } from "#migration/uploads/uploads.server.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say, withShownProblem } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/migration.ts";
import { MigrationFiles } from "./migration-files-sheet.tsx";
import { MigrationProgressView } from "./migration-progress.tsx";
import { MigrationResultView } from "./migration-result.tsx";
import { MigrationStart } from "./migration-start.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminMigration")("importOldShop"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the uploaded files, the latest preview or import, and a page of its warnings. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor, settings } = context.get(requestContext);
  const after = Number(new URL(request.url).searchParams.get("after")) || 0;
  return orFail(context, "networkNotOk", async () => {
    const [uploads, run] = await Promise.all([readUploads(services, visitor), readNewestRun(services, visitor)]);
    if (!uploads.ok || !run.ok) throw say(context, uploads.ok ? run : uploads);
    const isDone = run.value?.state === "done";
    const page =
      isDone && run.value ? await listRowsWithWarnings(services, visitor, { runId: run.value.id, after }) : ok({ rows: [], next: null });
    if (!page.ok) throw say(context, page);
    const shown = run.value && withShownProblem(context, run.value);
    return { uploads: uploads.value, run: shown, page: page.value, after, currency: settings.adminCurrency };
  });
}

/** The migration of the old shop: files, preview, import and report. */
export default function ImportOldShop({ loaderData: { uploads, run, page, after, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminMigration");
  const answered = usePosted<Answer>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = run?.state === "running";
  const wasRunning = useRef(isRunning);
  useLayoutEffect(() => {
    // Focuses the heading when the button that started or stopped the run is gone.
    if ((isRunning || wasRunning.current) && document.activeElement === document.body) heading.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <section className="flex flex-col gap-4 sm:gap-6">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {texts("importOldShop")}
          </span>
        }
      >
        {texts("intro")}
      </PageHead>
      {answered?.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      {!isRunning && <MigrationFiles uploads={uploads} />}
      {!isRunning && uploads.database.files > 0 && <MigrationStart run={run} />}
      {run && isRunning && <MigrationProgressView key={run.id} run={run} />}
      {run && !isRunning && <MigrationResultView run={run} page={page} after={after} currency={currency} />}
    </section>
  );
}
