import { Link } from "react-router";
import type { Paise } from "#shop/money.ts";
import { profitOf, type SalesSum } from "#shop/orders/sales/sales.ts";
import type { FreeCost } from "#shop/stock/products/inventory.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { SALES } from "../sales/sales-address.ts";

const EXPORT = "/admin/export";

type Props = { sums: Record<"today" | "month", SalesSum>; freeCost: FreeCost | null; currency: string };

/**
 * What was sold, refunded and earned today and this month, what the stock cost, and the way to the
 * figures and accounts. [S12.2] [S12.8] [S17.6] [S17.7]
 */
export function TodaysMoney({ sums, freeCost, currency }: Props) {
  const texts = useTexts("adminToday");
  const mayOpen = useMayOpen();
  return (
    <section aria-labelledby="money" className="flex flex-col gap-2">
      <h2 id="money" className="text-lg">
        {texts("money")}
      </h2>
      <dl className="panel numbers today-money">
        {(["today", "month"] as const).map((span) => (
          <div key={span}>
            <dt>{texts(span === "today" ? "today" : "thisMonth")}</dt>
            <dd>
              <Price paise={sums[span].paise} label={currency} className="text-2xl font-bold" />
              <span className="block text-sm text-soft">{texts("soldOrders", { n: sums[span].orders })}</span>
              {sums[span].refundPaise > 0 && <Sum kind="refundedSum" paise={sums[span].refundPaise} currency={currency} />}
              <Sum kind="profitSum" paise={profitOf(sums[span])} currency={currency} />
            </dd>
          </div>
        ))}
        {freeCost && freeCost.known > 0 && (
          <div className="col-span-full">
            <dt>{texts("freeIdsCost")}</dt>
            <dd>
              <Price paise={freeCost.paise} label={currency} className="font-bold" />
              <span className="block text-sm text-soft">{texts("freeIdsKnown", { n: freeCost.known })}</span>
            </dd>
          </div>
        )}
      </dl>
      <div className="flex flex-wrap gap-x-6">
        <Link to={SALES} className="touch-link gap-2 font-semibold underline underline-offset-4">
          {texts("salesAndProfit")}
        </Link>
        {mayOpen(EXPORT) && (
          <Link to={EXPORT} className="touch-link gap-2 font-semibold underline underline-offset-4">
            {texts("backupAndAccounts")}
          </Link>
        )}
      </div>
    </section>
  );
}

function Sum({ kind, paise, currency }: { kind: "refundedSum" | "profitSum"; paise: Paise; currency: string }) {
  const texts = useTexts("adminToday");
  return <span className="block text-sm text-soft">{rich(texts, kind, { price: () => <Price paise={paise} label={currency} /> })}</span>;
}
