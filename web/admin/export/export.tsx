import { downloadedTables } from "#shop/rows/exported-tables.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/export.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Export", matches), { name: "robots", content: "noindex" }];

/** The tables' names and titles, without their columns. */
export function loader() {
  return { tables: downloadedTables.map(({ name, title, means }) => ({ name, title, means })) };
}

/** Downloads each table as a file for a spreadsheet or a program. */
export default function Export({ loaderData: { tables } }: Route.ComponentProps) {
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title="Export">All that the shop knows, as files of your own. Each download is noted in the activity.</PageHead>
      <Sheet>
        <p className="text-soft">
          CSV opens in a spreadsheet; JSON is for programs. The files hold IDs, gift card codes and addresses in clear: keep them where
          nobody else can read them.
        </p>
        <ul className="divide-y divide-line">
          {tables.map(({ name, title, means }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-64">
                <h2 className="font-semibold">{title}</h2>
                <p className="text-soft">{means}</p>
              </div>
              <div className="flex gap-2">
                <FileLink name={name} title={title} format="csv" />
                <FileLink name={name} title={title} format="json" />
              </div>
            </li>
          ))}
        </ul>
      </Sheet>
      <Sheet title="The whole shop">
        <p className="text-soft">
          With pictures, emails, messages and settings it is written into a folder on the shop's own machine, as it is in one moment, and
          can be imported into an empty shop:
        </p>
        <pre className="overflow-x-auto rounded-field bg-sunk p-3 text-sm">
          <code>{"npm run shop -- export <folder>\nnpm run shop -- take-in <folder>"}</code>
        </pre>
      </Sheet>
    </section>
  );
}

function FileLink({ name, title, format }: { name: string; title: string; format: "csv" | "json" }) {
  return (
    <a href={`/admin/export/${name}.${format}`} download className={buttonStyle({ variant: "secondary" })}>
      <Icon name="download" />
      <span className="unseen">{title} as </span>
      {format.toUpperCase()}
    </a>
  );
}
