import { type Paise, priceText } from "#shop/money.ts";
import { classNames } from "#web/ui/class-names.ts";

/**
 * A price: two decimals, Indian grouping, tabular figures. The admin's screens pass their own
 * currency label. [S9.3]
 */
export function Price({ paise, label, className }: { paise: Paise; label?: string; className?: string }) {
  return (
    <span translate="no" className={classNames("price", className)}>
      {priceText(paise, label)}
    </span>
  );
}
