import { type Paise, priceText } from "#shop/money.ts";
import { profitOf, type SalesRow } from "#shop/orders/sales/sales.ts";
import type { SalesTable } from "#shop/orders/sales/sales-table.ts";
import { useTexts } from "#web/texts.tsx";
import { useRowName } from "./sales-names.ts";
import { scaleOf } from "./sales-scale.ts";

/** Of a column's place. */
const GAP = 0.25;
/** A single day is not as wide as the page. */
const PLACES_LEAST = 12;

/** `isInTable`: the table under the chart has the same numbers, all of them. */
type Props = Pick<SalesTable, "unit" | "chart"> & { isInTable: boolean; currency: string };

/**
 * Sales less refunds over time, as columns: drawn by the server, so that it is there without script
 * and in print. A column below the line is a loss of that time. The table is its text; where that shows
 * something else, a table of its own for who does not see it. [S17.4]
 */
export function SalesChart({ unit, chart, isInTable, currency }: Props) {
  const texts = useTexts("adminSales");
  const nameOf = useRowName();
  const values = chart.map(netOf);
  const { top, bottom, lines } = scaleOf(values);
  const range = top - bottom || 1;
  const y = (value: number) => percent((top - value) / range);
  const step = 1 / Math.max(chart.length, PLACES_LEAST);
  const most = Math.max(0, ...values);
  const best = chart[values.indexOf(most)];
  const first = chart.at(0);
  const last = chart.at(-1);
  const label =
    most > 0 && best ? texts("chartSays", { name: nameOf(unit, best), price: priceText(most, currency) }) : texts("chartSaysNothing");
  return (
    <figure className="panel sales-chart">
      <figcaption>
        <span>{texts("salesLessRefunds")}</span>
        <span className="text-soft">{label}</span>
      </figcaption>
      <div className="sales-plot">
        <svg aria-hidden="true" className="sales-scale">
          {[...lines, 0].map((line) => (
            <text key={line} x="100%" y={y(line)}>
              {wholeRupees(line, currency)}
            </text>
          ))}
        </svg>
        <svg role="img" aria-label={`${texts("salesLessRefunds")}. ${label} ${texts("tableHasAll")}`}>
          {lines.map((line) => (
            <line key={line} x1="0" x2="100%" y1={y(line)} y2={y(line)} className="sales-grid" />
          ))}
          {chart.map((row, at) => {
            const value = values[at] ?? 0;
            return (
              <rect
                key={row.key}
                x={percent(at * step + (step * GAP) / 2)}
                width={percent(step * (1 - GAP))}
                y={y(Math.max(value, 0))}
                height={percent(Math.abs(value) / range)}
                className={value < 0 ? "sales-loss" : profitOf(row) < 0 ? "sales-column sales-unprofitable" : "sales-column"}
              >
                <title>{`${nameOf(unit, row)}: ${priceText(value, currency)}`}</title>
              </rect>
            );
          })}
          <line x1="0" x2="100%" y1={y(0)} y2={y(0)} className="sales-zero" />
        </svg>
        {first && last && (
          <p aria-hidden="true" className="sales-ends">
            <span>{nameOf(unit, first)}</span>
            {first !== last && <span>{nameOf(unit, last)}</span>}
          </p>
        )}
      </div>
      {chart.some((row, at) => (values[at] ?? 0) > 0 && profitOf(row) < 0) && <p className="sales-note">{texts("chartUnprofitable")}</p>}
      {!isInTable && (
        <table className="unseen">
          <caption>{texts("salesLessRefunds")}</caption>
          <tbody>
            {chart.map((row, at) => (
              <tr key={row.key}>
                <th scope="row">{nameOf(unit, row)}</th>
                <td>{priceText(values[at] ?? 0, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}

function netOf({ paise, refundPaise }: SalesRow): number {
  return paise - refundPaise;
}

/** A share of the chart's width or height. */
function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

/** The amount of a line, which has no paise. */
function wholeRupees(paise: Paise, currency: string): string {
  return priceText(paise, currency).replace(/\.00$/, "");
}
