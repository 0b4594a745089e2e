import type { MigrationRun } from "#migration/report/migration-report.server.ts";
import { outcomeWords, wordsOfWarning } from "#migration/report/report-words.ts";
import type { RowWithWarnings } from "#migration/runs/read-runs.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import type { ShownText } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { MigrationCounts, MigrationSums, MigrationWarnings, Warning } from "./migration-sums.tsx";

type Props = { run: ShownRun; page: { rows: RowWithWarnings[]; next: number | null }; after: number; currency: string };

/** A run with its problem in the language of the page. */
export type ShownRun = Omit<MigrationRun, "problem"> & { problem: ShownText | null };

/** The result of the latest preview or import: counts, sums, warnings, and the report. */
export function MigrationResultView({ run, page, after, currency }: Props) {
  const texts = useTexts("adminMigration");
  if (run.state === "failed") {
    const problem = () => <span lang={run.problem?.lang}>{run.problem?.text ?? texts("didNotWork")}</span>;
    return <Alert kind="error">{rich(texts, run.isPreview ? "previewFailed" : "importFailed", { problem })}</Alert>;
  }
  if (!run.summary) return null;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <Sheet title={texts(run.isPreview ? "previewResult" : "importResult")} actions={<Downloads runId={run.id} />}>
        <p className="text-soft">
          {rich(texts, run.isPreview ? "previewBy" : "importBy", {
            name: run.byName === operator.email ? texts("commandLine") : run.byName,
            time: () => <When at={run.endedAt ?? run.startedAt} />,
          })}
        </p>
        {hasMissingParts(run) && <Alert kind="warning">{texts("partsMissing")}</Alert>}
        <MigrationCounts counts={run.summary.counts} isPreview={run.isPreview} />
        <MigrationSums sums={run.summary.sums} currency={currency} />
      </Sheet>
      <RowsWithWarnings run={run} page={page} after={after} />
    </div>
  );
}

function hasMissingParts({ summary }: ShownRun): boolean {
  return summary?.warnings.some(({ warning }) => warning === "partMissing") ?? false;
}

function Downloads({ runId }: { runId: string }) {
  const texts = useTexts("adminMigration");
  return (["csv", "json"] as const).map((format) => (
    <LinkButton
      key={format}
      to={`/admin/import-old-shop/runs/${runId}/report/${format}`}
      variant="secondary"
      icon="download"
      reloadDocument
    >
      {texts("reportIn", { format: format.toUpperCase() })}
    </LinkButton>
  ));
}

function RowsWithWarnings({ run, page: { rows, next }, after }: Omit<Props, "currency">) {
  const texts = useTexts("adminMigration");
  const warnings = run.summary?.warnings ?? [];
  if (warnings.length === 0) return <Alert kind="success">{texts("noProblems")}</Alert>;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{texts("rowsWithWarnings")}</h2>
      {after === 0 && <MigrationWarnings warnings={warnings} />}
      {run.hasRows ? <Rows rows={rows} /> : <p className="text-soft">{texts("rowsNotKept")}</p>}
      <ListPages
        toFirst={after > 0 ? "/admin/import-old-shop" : null}
        toNext={next === null ? null : `/admin/import-old-shop?after=${next}`}
        firstText={texts("backToFirst")}
        nextText={texts("showMore")}
      />
    </section>
  );
}

function Rows({ rows }: { rows: RowWithWarnings[] }) {
  const texts = useTexts("adminMigration");
  return (
    <Table caption={texts("rowsWithWarnings")} head={[texts("row"), texts("problemAndFix"), texts("itIs")]}>
      {rows.map(({ n, path, outcome, warnings }) => (
        <Row key={n}>
          <Cell className="md:w-2/5">
            <span translate="no" className="code text-sm break-all">
              {path}
            </span>
          </Cell>
          <Cell>
            <ul className="flex flex-col gap-2">
              {warnings.map((warning) => (
                <li key={warning}>
                  <Warning {...wordsOfWarning(texts, warning)} />
                </li>
              ))}
            </ul>
          </Cell>
          <Cell label={texts("itIs")} className="whitespace-nowrap">
            {texts(outcomeWords[outcome])}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
