import type { MigrationSummary } from "#migration/report/migration-summary.ts";
import { type MigratedKind, type MigratedOutcome, migratedKinds, migratedOutcomes } from "#migration/report/report-row.ts";
import { kindWords, outcomeWords, wordsOfWarning } from "#migration/report/summary-lines.ts";
import { Price } from "#web/parts/text/price.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

/** The number of rows by kind and outcome. */
export function MigrationCounts({ counts, isPreview }: { counts: MigrationSummary["counts"]; isPreview: boolean }) {
  const rowsOf = (kind: MigratedKind, outcome: MigratedOutcome) =>
    counts.reduce((sum, one) => (one.kind === kind && one.outcome === outcome ? sum + one.rows : sum), 0);
  const shown = migratedOutcomes.filter((outcome) => counts.some((one) => one.outcome === outcome && one.rows > 0));
  const kinds = migratedKinds.filter((kind) => counts.some((one) => one.kind === kind && one.rows > 0));
  return (
    <Table
      caption={isPreview ? "What would become of the rows" : "What became of the rows"}
      head={["Rows", ...shown.map((outcome) => capital(outcomeWords[outcome]))]}
    >
      {kinds.map((kind) => (
        <Row key={kind}>
          <Cell className="font-semibold">{capital(kindWords[kind][1])}</Cell>
          {shown.map((outcome) => (
            <Cell key={outcome} label={capital(outcomeWords[outcome])} className="figures">
              {numberText(rowsOf(kind, outcome))}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

const statusWords = { pending: "Pending", approved: "Approved", rejected: "Rejected", cancelled: "Cancelled", other: "Unknown there" };

/** Orders and money of both shops by status; the warnings explain any difference. */
export function MigrationSums({ sums, currency }: { sums: MigrationSummary["sums"]; currency: string }) {
  const shown = sums.filter(({ there, here }) => there.orders > 0 || here.orders > 0);
  if (shown.length === 0) return null;
  return (
    <Table caption="Orders and money on both sides" head={["Orders", "In the file", "Here"]}>
      {shown.map(({ status, there, here }) => (
        <Row key={status}>
          <Cell className="font-semibold">{statusWords[status]}</Cell>
          <Cell label="In the file" className="figures">
            <span>
              {numberText(there.orders)}, <Price paise={there.paise} label={currency} />
            </span>
          </Cell>
          <Cell label="Here" className="figures">
            <span>
              {numberText(here.orders)}, <Price paise={here.paise} label={currency} />
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** The warnings with their counts, most frequent first. */
export function MigrationWarnings({ warnings }: { warnings: MigrationSummary["warnings"] }) {
  return (
    <Table caption="Warnings" head={[WARNING_HEAD, "Rows"]}>
      {warnings.map(({ warning, rows }) => (
        <Row key={warning}>
          <Cell>
            <Warning {...wordsOfWarning(warning)} />
          </Cell>
          <Cell label="Rows" className="figures md:w-28">
            {numberText(rows)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** The heading of the column of warnings. */
export const WARNING_HEAD = "Problem and fix";

/** One warning: what is wrong, and what is done about it. */
export function Warning({ wrong, done }: { wrong: string; done: string }) {
  return (
    <>
      <span className="block">{capital(wrong)}</span>
      <span className="block text-sm text-soft">{capital(done)}</span>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberText(n: number): string {
  return n.toLocaleString("en-IN");
}
