import { priceText } from "#shop/money.ts";
import { profitOf, type SalesRow } from "#shop/orders/sales/sales.ts";
import type { SalesTable } from "#shop/orders/sales/sales-table.ts";
import { useTexts } from "#web/texts.tsx";
import { useRowName } from "./sales-names.ts";

const WIDTH = 720;
const HEIGHT = 200;
const GAP = 0.25;

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
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const range = top - bottom || 1;
  const y = (value: number) => ((top - value) / range) * HEIGHT;
  const step = WIDTH / Math.max(chart.length, 1);
  const best = chart[values.indexOf(top)];
  const first = chart.at(0);
  const last = chart.at(-1);
  const label =
    top > 0 && best ? texts("chartSays", { name: nameOf(unit, best), price: priceText(top, currency) }) : texts("chartSaysNothing");
  return (
    <figure className="panel sales-chart">
      <figcaption>
        <span>{texts("salesLessRefunds")}</span>
        <span className="text-soft">{label}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${texts("salesLessRefunds")}. ${label} ${texts("tableHasAll")}`}>
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} x1={0} x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} className="sales-grid" />
        ))}
        {chart.map((row, at) => {
          const value = values[at] ?? 0;
          return (
            <rect
              key={row.key}
              x={round(at * step + (step * GAP) / 2)}
              width={round(step * (1 - GAP))}
              y={round(Math.min(y(value), y(0)))}
              height={round(Math.max(Math.abs(y(value) - y(0)), value === 0 ? 0 : 1))}
              className={value < 0 ? "sales-loss" : profitOf(row) < 0 ? "sales-column sales-unprofitable" : "sales-column"}
            >
              <title>{`${nameOf(unit, row)}: ${priceText(value, currency)}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={WIDTH} y1={round(y(0))} y2={round(y(0))} className="sales-zero" />
      </svg>
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
      {first && last && (
        <p aria-hidden="true" className="sales-ends">
          <span>{nameOf(unit, first)}</span>
          {first !== last && <span>{nameOf(unit, last)}</span>}
        </p>
      )}
    </figure>
  );
}

function netOf({ paise, refundPaise }: SalesRow): number {
  return paise - refundPaise;
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
