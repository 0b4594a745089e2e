import { type Paise, priceText } from "#shop/money.ts";
import { classNames } from "#web/ui/class-names.ts";

/** An amount: two decimals, Indian grouping, figures of one width. The admin's screens pass their label. [S9.3] */
export function Price({ paise, label, className }: { paise: Paise; label?: string; className?: string }) {
  return <span className={classNames("figures whitespace-nowrap", className)}>{priceText(paise, label)}</span>;
}
