import type { MovingSummary } from "#shop/moving-in/moving-summary.ts";
import { type MovedKind, type MovedOutcome, movedKinds, movedOutcomes } from "#shop/moving-in/report-row.ts";
import { kindWords, outcomeWords, wordsOfOddity } from "#shop/moving-in/summary-lines.ts";
import { Price } from "#web/parts/price.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

/** How many rows of which kind became what. */
export function MovingInCounts({ counts, isPreview }: { counts: MovingSummary["counts"]; isPreview: boolean }) {
  const rowsOf = (kind: MovedKind, outcome: MovedOutcome) =>
    counts.reduce((sum, one) => (one.kind === kind && one.outcome === outcome ? sum + one.rows : sum), 0);
  const shown = movedOutcomes.filter((outcome) => counts.some((one) => one.outcome === outcome && one.rows > 0));
  const kinds = movedKinds.filter((kind) => counts.some((one) => one.kind === kind && one.rows > 0));
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

/** The orders of both sides, with their money, by status: what differs is told in the odd rows. */
export function MovingInSums({ sums, currency }: { sums: MovingSummary["sums"]; currency: string }) {
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

/** What is odd, and how often, the most frequent first. */
export function MovingInOddities({ oddities, isPreview }: { oddities: MovingSummary["oddities"]; isPreview: boolean }) {
  return (
    <Table caption="What is odd, and how often" head={[headOfOddities(isPreview), "Rows"]}>
      {oddities.map(({ oddity, rows }) => (
        <Row key={oddity}>
          <Cell>
            <Oddity {...wordsOfOddity(oddity)} />
          </Cell>
          <Cell label="Rows" className="figures md:w-28">
            {numberText(rows)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** The heading over what is odd. */
export function headOfOddities(isPreview: boolean): string {
  return `What is odd, and what ${isPreview ? "will be" : "was"} done`;
}

/** One thing that is odd: what is wrong, and below it what is done about it. */
export function Oddity({ wrong, done }: { wrong: string; done: string }) {
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
