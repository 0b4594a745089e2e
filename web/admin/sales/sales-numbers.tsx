import type { ReactNode } from "react";
import { profitOf, type SalesSum, taxOf } from "#shop/orders/sales/sales.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useLocale, useTexts } from "#web/texts.tsx";

type Props = { total: SalesSum; before: SalesSum; hasTax: boolean; currency: string };

/** Six numbers, each with its change to as many days before. [S17.1] [S17.2] */
export function SalesNumbers({ total, before, hasTax, currency }: Props) {
  const texts = useTexts("adminSales");
  const locale = useLocale();
  const price = (paise: number) => <Price paise={paise} label={currency} />;
  const tax = taxOf(total);
  return (
    <dl className="panel numbers sales-numbers">
      <NumberOf name={texts("profit")} now={profitOf(total)} then={profitOf(before)} shown={price}>
        {total.idsWithoutCost > 0 && <span className="sales-note">{texts("withoutCost", { n: total.idsWithoutCost })}</span>}
        {hasTax && <span className="sales-note">{rich(texts, "withoutTax", { price: () => price(profitOf(total) - tax) })}</span>}
      </NumberOf>
      <NumberOf name={texts("sales")} now={total.paise} then={before.paise} shown={price}>
        {hasTax && <span className="sales-note">{rich(texts, "withoutTax", { price: () => price(total.paise - total.taxPaise) })}</span>}
      </NumberOf>
      <NumberOf name={texts("refunds")} now={total.refundPaise} then={before.refundPaise} shown={price} />
      <NumberOf name={texts("fees")} now={total.feePaise} then={before.feePaise} shown={price} />
      <NumberOf name={texts("cost")} now={total.costPaise} then={before.costPaise} shown={price} />
      <NumberOf name={texts("orders")} now={total.orders} then={before.orders} shown={(n) => n.toLocaleString(locale)}>
        <span className="sales-note">{texts("idsDelivered", { n: total.ids })}</span>
      </NumberOf>
    </dl>
  );
}

type Its = { name: string; now: number; then: number; shown: (n: number) => ReactNode; children?: ReactNode };

function NumberOf({ name, now, then, shown, children }: Its) {
  const texts = useTexts("adminSales");
  const locale = useLocale();
  const change = then === 0 ? null : (now - then) / Math.abs(then);
  const percent = change?.toLocaleString(locale, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="figures sales-number">{shown(now)}</span>
        <span className="sales-note">{percent === undefined ? texts("noneBefore") : texts("changed", { percent })}</span>
        {children}
      </dd>
    </div>
  );
}
