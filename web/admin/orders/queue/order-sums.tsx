import type { OrderSum, OrderSums } from "#shop/orders/reading/order-sums.server.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";

const spans = { today: "today", month: "thisMonth" } as const;

/** The number and total of orders placed and approved today and this month. */
export function QueueSums({ sums, currency }: { sums: OrderSums; currency: string }) {
  const texts = useTexts("adminQueue");
  return (
    <dl className="panel order-sums">
      {(["today", "month"] as const).map((span) => (
        <div key={span} className="grid grid-cols-[6rem_1fr] items-baseline gap-x-2">
          <dt className="font-semibold">{texts(spans[span])}</dt>
          <dd className="flex flex-wrap gap-x-6">
            <Sum {...sums[span].placed} kind="placedSum" currency={currency} />
            <Sum {...sums[span].approved} kind="approvedSum" currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Sum({ count, paise, kind, currency }: OrderSum & { kind: "placedSum" | "approvedSum"; currency: string }) {
  const texts = useTexts("adminQueue");
  return (
    <span className="text-soft">
      {rich(texts, kind, {
        n: count,
        count: (figures) => <span className="figures font-semibold text-ink">{figures}</span>,
        price: () => <Price paise={paise} label={currency} className="text-ink" />,
      })}
    </span>
  );
}
