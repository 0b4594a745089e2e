import { expect, test } from "vitest";
import { noSales } from "#shop/orders/sales/sales.ts";
import { written } from "#tests/support/web/render.tsx";
import { SalesChart } from "./sales-chart.tsx";

const row = (key: string, paise: number, refundPaise = 0) => ({ ...noSales, key, paise, refundPaise });

test("[S17.4] the chart is drawn by the server, names its best time, and shows a loss below the line", () => {
  const chart = [row("2026-11-01", 10_000), row("2026-11-02", 0), row("2026-11-03", 0, 5_000)];
  const html = written(<SalesChart unit="day" chart={chart} isInTable currency="₹" />);
  expect(html).toContain('role="img"');
  expect(html).toContain("Best: 1 Nov 2026, ₹100.00.");
  const heights = [...html.matchAll(/<rect[^>]* height="([\d.]+)%"/g)].map(([, height]) => Number(height));
  expect(heights).toEqual([66.67, 0, 33.33]);
  expect([...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, amount]) => amount)).toEqual(["₹-50", "₹50", "₹100", "₹0"]);
  expect(written(<SalesChart unit="day" chart={[row("2026-11-01", 0)]} isInTable currency="₹" />)).toContain("Nothing sold.");
});

test("[S17.4] where the table shows something else, the numbers of the chart are a table of their own", () => {
  const chart = [row("2026-11-01", 10_000), row("2026-11-02", 0, 5_000)];
  const html = written(<SalesChart unit="day" chart={chart} isInTable={false} currency="₹" />);
  expect([...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell)).toEqual(["₹100.00", "₹-50.00"]);
  expect(written(<SalesChart unit="day" chart={chart} isInTable currency="₹" />)).not.toContain("<table");
});

test("[S17.4] a chart says what its lighter columns mean, when it has some", () => {
  const below = { ...row("2026-11-02", 10_000), costPaise: 20_000 };
  const shown = (...chart: (typeof below)[]) => written(<SalesChart unit="day" chart={chart} isInTable currency="₹" />);
  expect(shown(row("2026-11-01", 10_000), below)).toContain("Lighter: sold below its cost.");
  expect(shown(row("2026-11-01", 10_000))).not.toContain("Lighter");
});
