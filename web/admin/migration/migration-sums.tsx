import type { KeyIn } from "#messages/texts.ts";
import type { MigrationSummary } from "#migration/report/migration-summary.ts";
import { type MigratedKind, type MigratedOutcome, migratedKinds, migratedOutcomes } from "#migration/report/report-row.ts";
import { outcomeWords, wordsOfWarning } from "#migration/report/report-words.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useLocale, useTexts } from "#web/texts.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

/** The number of rows by kind and outcome. */
export function MigrationCounts({ counts, isPreview }: { counts: MigrationSummary["counts"]; isPreview: boolean }) {
  const texts = useTexts("adminMigration");
  const locale = useLocale();
  const rowsOf = (kind: MigratedKind, outcome: MigratedOutcome) =>
    counts.reduce((sum, one) => (one.kind === kind && one.outcome === outcome ? sum + one.rows : sum), 0);
  const shown = migratedOutcomes.filter((outcome) => counts.some((one) => one.outcome === outcome && one.rows > 0));
  const kinds = migratedKinds.filter((kind) => counts.some((one) => one.kind === kind && one.rows > 0));
  return (
    <Table
      caption={texts(isPreview ? "rowsOfPreview" : "rowsOfImport")}
      head={[texts("rows"), ...shown.map((outcome) => capital(texts(outcomeWords[outcome])))]}
    >
      {kinds.map((kind) => (
        <Row key={kind}>
          <Cell className="font-semibold">{texts(kindWords[kind])}</Cell>
          {shown.map((outcome) => (
            <Cell key={outcome} label={capital(texts(outcomeWords[outcome]))} className="figures">
              {rowsOf(kind, outcome).toLocaleString(locale)}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

const kindWords = {
  product: "products",
  id: "idsInStock",
  order: "orders",
  copy: "copiesOfOrders",
  account: "accounts",
  proof: "proofs",
  other: "otherRows",
} as const satisfies Record<MigratedKind, KeyIn<"adminMigration">>;

const statusWords = {
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
  cancelled: "cancelled",
  other: "unknownThere",
} as const satisfies Record<Sums[number]["status"], KeyIn<"adminMigration">>;

type Sums = MigrationSummary["sums"];

/** Orders and money of both shops by status; the warnings explain any difference. */
export function MigrationSums({ sums, currency }: { sums: Sums; currency: string }) {
  const texts = useTexts("adminMigration");
  const shown = sums.filter(({ there, here }) => there.orders > 0 || here.orders > 0);
  if (shown.length === 0) return null;
  return (
    <Table caption={texts("ordersAndMoney")} head={[texts("orders"), texts("inFile"), texts("here")]}>
      {shown.map(({ status, there, here }) => (
        <Row key={status}>
          <Cell className="font-semibold">{texts(statusWords[status])}</Cell>
          <Cell label={texts("inFile")} className="figures">
            <OrdersAndMoney {...there} currency={currency} />
          </Cell>
          <Cell label={texts("here")} className="figures">
            <OrdersAndMoney {...here} currency={currency} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function OrdersAndMoney({ orders, paise, currency }: Sums[number]["here"] & { currency: string }) {
  const texts = useTexts("adminMigration");
  return <span>{rich(texts, "ordersWithTotal", { orders, total: () => <Price paise={paise} label={currency} /> })}</span>;
}

/** The warnings with their counts, most frequent first. */
export function MigrationWarnings({ warnings }: { warnings: MigrationSummary["warnings"] }) {
  const texts = useTexts("adminMigration");
  const locale = useLocale();
  return (
    <Table caption={texts("warnings")} head={[texts("problemAndFix"), texts("rows")]}>
      {warnings.map(({ warning, rows }) => (
        <Row key={warning}>
          <Cell>
            <Warning {...wordsOfWarning(texts, warning)} />
          </Cell>
          <Cell label={texts("rows")} className="figures md:w-28">
            {rows.toLocaleString(locale)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

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
