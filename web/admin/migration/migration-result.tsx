import type { MovingRun } from "#shop/moving-in/moving-report.server.ts";
import type { OddRow } from "#shop/moving-in/read-runs.server.ts";
import { outcomeWords } from "#shop/moving-in/summary-lines.ts";
import { ListPages } from "#web/parts/list-pages.tsx";
import { When } from "#web/parts/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { headOfOddities, MovingInCounts, MovingInOddities, MovingInSums, Oddity } from "./moving-in-sums.tsx";

type Props = { run: MovingRun; odd: { rows: OddRow[]; next: number | null }; after: number; currency: string };

/** What came of the newest preview or import: counts, sums of both sides, every odd row, and the report to take along. */
export function MovingInResult({ run, odd, after, currency }: Props) {
  const name = run.isPreview ? "Preview" : "Import";
  if (run.state === "failed") {
    return <Alert kind="error">{`${name}: ${run.problem ?? "It did not work."}`}</Alert>;
  }
  if (!run.summary) return null;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <Sheet title={run.isPreview ? "What would happen" : "What came in"} actions={<Downloads runId={run.id} />}>
        <p className="text-soft">
          {name} by {run.byName}, <When at={run.endedAt ?? run.startedAt} />
          {run.isPreview && ". Nothing was written."}
        </p>
        {hasMissingParts(run) && (
          <Alert kind="warning">
            Parts of an export are not in this file; the first odd rows below name them. What came in from them before stays as it is.
          </Alert>
        )}
        <MovingInCounts counts={run.summary.counts} isPreview={run.isPreview} />
        <MovingInSums sums={run.summary.sums} currency={currency} />
      </Sheet>
      <OddRows run={run} odd={odd} after={after} />
    </div>
  );
}

function hasMissingParts({ summary }: MovingRun): boolean {
  return summary?.oddities.some(({ oddity }) => oddity === "partMissing") ?? false;
}

function Downloads({ runId }: { runId: string }) {
  return (["csv", "json"] as const).map((format) => (
    <LinkButton key={format} to={`/admin/moving-in/runs/${runId}/report/${format}`} variant="secondary" icon="download" reloadDocument>
      Report in {format.toUpperCase()}
    </LinkButton>
  ));
}

function OddRows({ run, odd: { rows, next }, after }: Omit<Props, "currency">) {
  const oddities = run.summary?.oddities ?? [];
  if (oddities.length === 0) return <Alert kind="success">No row is odd.</Alert>;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">Odd rows</h2>
      {after === 0 && <MovingInOddities oddities={oddities} isPreview={run.isPreview} />}
      {run.hasRows ? <Rows run={run} rows={rows} /> : <p className="text-soft">Which rows they are is not kept any more.</p>}
      <ListPages
        toFirst={after > 0 ? "/admin/moving-in" : null}
        toNext={next === null ? null : `/admin/moving-in?after=${next}`}
        firstText="Back to the first"
        nextText="Show more"
      />
    </section>
  );
}

function Rows({ run, rows }: { run: MovingRun; rows: OddRow[] }) {
  return (
    <Table caption="Odd rows of the files" head={["Row", headOfOddities(run.isPreview), "It is"]}>
      {rows.map(({ n, path, outcome, words }) => (
        <Row key={n}>
          <Cell className="md:w-2/5">
            <span className="code text-sm break-all">{path}</span>
          </Cell>
          <Cell>
            <ul className="flex flex-col gap-2">
              {words.map(({ wrong, done }) => (
                <li key={wrong}>
                  <Oddity wrong={wrong} done={done} />
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
