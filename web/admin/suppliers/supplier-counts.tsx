import { deadShare, type SupplierNumbers } from "#shop/stock/suppliers/supplier.ts";
import { Price } from "#web/parts/text/price.tsx";
import { durationText } from "#web/parts/text/time-text.ts";
import { useLocale, useTexts } from "#web/texts.tsx";
import { Cell } from "#web/ui/table.tsx";

/** The headings of `SupplierCounts`. */
export const countColumns = ["ids", "delivered", "claims", "claimTime", "dead", "deadShare", "deadCost"] as const;

/** The cells with what came of a supplier's IDs. [S15.10] */
export function SupplierCounts({ ids, delivered, claims, claimMs, dead, deadCostPaise }: SupplierNumbers) {
  const texts = useTexts("adminSuppliers");
  const parts = useTexts("parts");
  const locale = useLocale();
  const share = deadShare({ dead, delivered });
  return (
    <>
      <Cell label={texts("ids")} className="figures">
        {ids.toLocaleString(locale)}
      </Cell>
      <Cell label={texts("delivered")} className="figures">
        {delivered.toLocaleString(locale)}
      </Cell>
      <Cell label={texts("claims")} className="figures">
        {claims.toLocaleString(locale)}
      </Cell>
      <Cell label={texts("claimTime")} className="figures">
        {claimMs === null ? "–" : durationText(claimMs, parts)}
      </Cell>
      <Cell label={texts("dead")} className="figures">
        {dead.toLocaleString(locale)}
      </Cell>
      <Cell label={texts("deadShare")} className="figures">
        {share === null ? "–" : share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 })}
      </Cell>
      <Cell label={texts("deadCost")}>
        <Price paise={deadCostPaise} />
      </Cell>
    </>
  );
}
