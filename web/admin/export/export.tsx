import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/export.ts";
import { Accounts } from "./accounts.tsx";
import { BackupForm } from "./backup-form.tsx";
import { tables } from "./table-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminExport")("export"), matches),
  { name: "robots", content: "noindex" },
];

const COMMANDS = "npm run shop -- export <folder>\nnpm run shop -- take-in <folder>";

export function loader({ context }: Route.LoaderArgs) {
  const { visitor, services } = context.get(requestContext);
  return { email: visitor.kind === "guest" ? "" : visitor.email, now: services.now() };
}

/**
 * Downloads a backup, the accounts of a period, and each table as a file for a spreadsheet or a
 * program. [S12.8]
 */
export default function Export({ loaderData: { email, now } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminExport");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("export")}>{texts("lead")}</PageHead>
      <Accounts now={now} />
      <Sheet title={texts("dataFiles")}>
        <p className="text-soft">{texts("formats")}</p>
        <ul className="divide-y divide-line">
          {tables.map(({ name, title, means }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-64">
                <h3 className="font-semibold">{texts(title)}</h3>
                <p className="text-soft">{texts(means)}</p>
              </div>
              <div className="flex gap-2">
                <FileLink name={name} title={texts(title)} format="csv" />
                <FileLink name={name} title={texts(title)} format="json" />
              </div>
            </li>
          ))}
        </ul>
      </Sheet>
      <BackupForm email={email} />
      <Sheet title={texts("wholeShop")}>
        <p className="text-soft">{texts("wholeShopHow")}</p>
        <pre className="overflow-x-auto rounded-field bg-sunk p-3 text-sm">
          <code>{COMMANDS}</code>
        </pre>
      </Sheet>
    </section>
  );
}

function FileLink({ name, title, format }: { name: string; title: string; format: "csv" | "json" }) {
  const texts = useTexts("adminExport");
  return (
    <a href={`/admin/export/${name}.${format}`} download className={buttonStyle({ variant: "secondary" })}>
      <Icon name="download" />
      {rich(texts, "tableAs", {
        title,
        format: format.toUpperCase(),
        hidden: (words) => <span className="unseen">{words}</span>,
      })}
    </a>
  );
}
