import type { OrderSum, OrderSums } from "#shop/orders/reading/order-sums.server.ts";
import { Price } from "#web/parts/text/price.tsx";

const spans = { today: "Today", month: "This month" } as const;

/** The number and total of orders placed and approved today and this month. */
export function RequestSums({ sums, currency }: { sums: OrderSums; currency: string }) {
  return (
    <dl className="panel grid gap-x-8 gap-y-1 px-4 py-2.5 text-sm lg:grid-cols-2">
      {(["today", "month"] as const).map((span) => (
        <div key={span} className="grid grid-cols-[6rem_1fr] items-baseline gap-x-2">
          <dt className="font-semibold">{spans[span]}</dt>
          <dd className="flex flex-wrap gap-x-6">
            <Sum {...sums[span].placed} word="placed" currency={currency} />
            <Sum {...sums[span].approved} word="approved" currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Sum({ count, paise, word, currency }: OrderSum & { word: string; currency: string }) {
  return (
    <span className="text-soft">
      <span className="figures font-semibold text-ink">{count}</span> {word}, <Price paise={paise} label={currency} className="text-ink" />
    </span>
  );
}
