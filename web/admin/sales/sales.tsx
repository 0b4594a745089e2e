import { Form } from "react-router";
import { profitOf, type SalesSum, salesBy } from "#shop/orders/sales/sales.ts";
import { dayAt, daysOf, salesPeriods } from "#shop/orders/sales/sales-days.ts";
import { readSalesTable } from "#shop/orders/sales/sales-table.server.ts";
import type { NamedRow } from "#shop/orders/sales/sales-table.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useLocale, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/sales.ts";
import { readAsked } from "./read-asked.ts";
import { SALES, salesAddress } from "./sales-address.ts";
import { SalesChart } from "./sales-chart.tsx";
import { byWords, useRowName } from "./sales-names.ts";
import { SalesNumbers } from "./sales-numbers.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSales")("title"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor, settings } = context.get(requestContext);
  const asked = readAsked(new URL(request.url));
  const found = await orFail(context, "failedToLoadSales", () => readSalesTable(services, visitor, asked));
  const refusal = found.ok ? null : say(context, found).data;
  const today = dayAt(services.now(), settings.timeZone);
  const periods = salesPeriods.map((name) => ({ name, ...daysOf(name, today) }));
  return { table: found.ok ? found.value : null, refusal, asked, periods, isFirst: asked.after === 0, currency: settings.adminCurrency };
}

/** Sales and profit of some days: numbers, a chart over time and a table. [S17.1] [S17.3] [S17.4] */
export default function Sales({
  loaderData: { table, refusal, asked, periods, isFirst, currency },
}: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminSales");
  const shown = table?.days ?? { from: asked.from ?? "", to: asked.to ?? "" };
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("title")} />
      <div className="sales-tools">
        <Tabs
          look="pills"
          label={texts("period")}
          tabs={periods.map(({ name, from, to }) => ({
            to: salesAddress({ from, to }, asked.by),
            label: texts(name),
            isCurrent: shown.from === from && shown.to === to,
          }))}
        />
        <details open={!periods.some(({ from, to }) => shown.from === from && shown.to === to)} className="group">
          <summary className="touch-link cursor-pointer gap-1 font-semibold">
            <Icon name="down" className="group-open:rotate-180" />
            {texts("anyDays")}
          </summary>
          <Form method="get" action={SALES} aria-label={texts("anyDays")} className="flex flex-wrap items-end gap-2 pt-2">
            <TextField key={`from-${shown.from}`} type="date" name="from" label={texts("from")} defaultValue={shown.from} required />
            <TextField key={`to-${shown.to}`} type="date" name="to" label={texts("to")} defaultValue={shown.to} required />
            {asked.by && <input type="hidden" name="by" value={asked.by} />}
            <Button type="submit" variant="secondary">
              {texts("show")}
            </Button>
          </Form>
        </details>
      </div>
      {refusal && !refusal.ok && <Alert kind="error">{refusal.sentence}</Alert>}
      {table && (
        <>
          <SalesNumbers total={table.total} before={table.totalBefore} hasTax={table.hasTax} currency={currency} />
          <SalesChart
            unit={table.unit}
            chart={table.chart}
            isInTable={table.by === table.unit && isFirst && table.next === null}
            currency={currency}
          />
          <div className="sales-tools">
            <Tabs
              look="pills"
              label={texts("tableBy")}
              tabs={salesBy.map((by) => ({ to: salesAddress(table.days, by), label: texts(byWords[by]), isCurrent: by === table.by }))}
            />
            <a href={salesAddress(table.days, table.by, null, `${SALES}.csv`)} download className={buttonStyle({ variant: "secondary" })}>
              <Icon name="download" />
              {texts("download")}
            </a>
          </div>
          {table.rows.length === 0 ? (
            <EmptyState icon="ticket" title={texts("nothingSold")} />
          ) : (
            <Table
              caption={texts(byWords[table.by])}
              head={[texts(byWords[table.by]), ...columns.map((key) => texts(key))]}
              className="lines-below-md"
            >
              {table.rows.map((row) => (
                <SalesLine key={row.key} row={row} by={table.by} currency={currency} />
              ))}
            </Table>
          )}
          <ListPages
            toFirst={isFirst ? null : salesAddress(table.days, table.by)}
            toNext={table.next && salesAddress(table.days, table.by, table.next)}
          />
        </>
      )}
    </section>
  );
}

const columns = ["orders", "sales", "refunds", "fees", "cost", "profit", "ids", "dead"] as const;

function SalesLine({ row, by, currency }: { row: NamedRow; by: (typeof salesBy)[number]; currency: string }) {
  const texts = useTexts("adminSales");
  const locale = useLocale();
  const nameOf = useRowName();
  const money = (key: "sales" | "refunds" | "fees" | "cost" | "profit", paise: number) => (
    <Cell label={texts(key)} className={key === "profit" ? "font-semibold" : undefined}>
      <Price paise={paise} label={currency} />
    </Cell>
  );
  const count = (key: "orders" | "ids" | "dead", n: keyof SalesSum) => (
    <Cell label={texts(key)} className="figures">
      {row[n].toLocaleString(locale)}
    </Cell>
  );
  return (
    <Row>
      <Cell className="col-span-full font-semibold wrap-anywhere md:min-w-36" lang={row.nameLanguage ?? undefined}>
        {nameOf(by, row)}
      </Cell>
      {count("orders", "orders")}
      {money("sales", row.paise)}
      {money("refunds", row.refundPaise)}
      {money("fees", row.feePaise)}
      {money("cost", row.costPaise)}
      {money("profit", profitOf(row))}
      {count("ids", "ids")}
      {count("dead", "deadIds")}
    </Row>
  );
}
