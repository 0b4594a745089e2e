import type { MigrationRun } from "#migration/report/migration-report.server.ts";
import { outcomeWords } from "#migration/report/summary-lines.ts";
import type { RowWithWarnings } from "#migration/runs/read-runs.server.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { MigrationCounts, MigrationSums, MigrationWarnings, WARNING_HEAD, Warning } from "./migration-sums.tsx";

type Props = { run: MigrationRun; page: { rows: RowWithWarnings[]; next: number | null }; after: number; currency: string };

/** The result of the latest preview or import: counts, sums, warnings, and the report. */
export function MigrationResultView({ run, page, after, currency }: Props) {
  const name = run.isPreview ? "Preview" : "Import";
  if (run.state === "failed") {
    return <Alert kind="error">{`${name}: ${run.problem ?? "It did not work."}`}</Alert>;
  }
  if (!run.summary) return null;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <Sheet title={run.isPreview ? "What would happen" : "What came in"} actions={<Downloads runId={run.id} />}>
        <p className="text-soft">
          {`${name} by ${run.byName}, `}
          <When at={run.endedAt ?? run.startedAt} />
          <span>{run.isPreview ? ". Nothing was written." : ""}</span>
        </p>
        {hasMissingParts(run) && (
          <Alert kind="warning">
            Parts of an export are not in this file; the first rows with warnings below name them. What came in from them before stays as it
            is.
          </Alert>
        )}
        <MigrationCounts counts={run.summary.counts} isPreview={run.isPreview} />
        <MigrationSums sums={run.summary.sums} currency={currency} />
      </Sheet>
      <RowsWithWarnings run={run} page={page} after={after} />
    </div>
  );
}

function hasMissingParts({ summary }: MigrationRun): boolean {
  return summary?.warnings.some(({ warning }) => warning === "partMissing") ?? false;
}

function Downloads({ runId }: { runId: string }) {
  return (["csv", "json"] as const).map((format) => (
    <LinkButton
      key={format}
      to={`/admin/import-old-shop/runs/${runId}/report/${format}`}
      variant="secondary"
      icon="download"
      reloadDocument
    >
      Report in {format.toUpperCase()}
    </LinkButton>
  ));
}

function RowsWithWarnings({ run, page: { rows, next }, after }: Omit<Props, "currency">) {
  const warnings = run.summary?.warnings ?? [];
  if (warnings.length === 0) return <Alert kind="success">No problems found</Alert>;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">Rows with warnings</h2>
      {after === 0 && <MigrationWarnings warnings={warnings} />}
      {run.hasRows ? <Rows rows={rows} /> : <p className="text-soft">Which rows they are is not kept any more.</p>}
      <ListPages
        toFirst={after > 0 ? "/admin/import-old-shop" : null}
        toNext={next === null ? null : `/admin/import-old-shop?after=${next}`}
        firstText="Back to the first"
        nextText="Show more"
      />
    </section>
  );
}

function Rows({ rows }: { rows: RowWithWarnings[] }) {
  return (
    <Table caption="Rows with warnings" head={["Row", WARNING_HEAD, "It is"]}>
      {rows.map(({ n, path, outcome, words }) => (
        <Row key={n}>
          <Cell className="md:w-2/5">
            <span translate="no" className="code text-sm break-all">
              {path}
            </span>
          </Cell>
          <Cell>
            <ul className="flex flex-col gap-2">
              {words.map(({ wrong, done }) => (
                <li key={wrong}>
                  <Warning wrong={wrong} done={done} />
                </li>
              ))}
            </ul>
          </Cell>
          <Cell label="It is" className="whitespace-nowrap">
            {outcomeWords[outcome]}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
