import { Link } from "react-router";
import type { OrderSum, OrderSums } from "#shop/orders/reading/order-sums.server.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";

const EXPORT = "/admin/export";

/**
 * What was approved, placed and paid today and this month, and the way to the accounts. [S12.2] [S12.8]
 */
export function TodaysMoney({ sums, currency }: { sums: OrderSums; currency: string }) {
  const texts = useTexts("adminToday");
  const mayOpen = useMayOpen();
  return (
    <section aria-labelledby="money" className="flex flex-col gap-2">
      <h2 id="money" className="text-lg">
        {texts("money")}
      </h2>
      <dl className="panel today-money">
        {(["today", "month"] as const).map((span) => (
          <div key={span}>
            <dt>{texts(span === "today" ? "today" : "thisMonth")}</dt>
            <dd>
              <Price paise={sums[span].approved.paise} label={currency} className="text-2xl font-bold" />
              <Sum {...sums[span].approved} kind="approvedSum" />
              <Sum {...sums[span].placed} kind="placedSum" currency={currency} />
              <Sum {...sums[span].paid} kind="paidSum" currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {mayOpen(EXPORT) && (
        <Link to={EXPORT} className="touch-link gap-2 self-start font-semibold underline underline-offset-4">
          {texts("backupAndAccounts")}
        </Link>
      )}
    </section>
  );
}

function Sum({ count, paise, kind, currency }: OrderSum & { kind: "approvedSum" | "placedSum" | "paidSum"; currency?: string }) {
  const texts = useTexts("adminToday");
  return (
    <span className="block text-sm text-soft">
      {rich(texts, kind, { n: count, price: () => <Price paise={paise} {...(currency && { label: currency })} /> })}
    </span>
  );
}
