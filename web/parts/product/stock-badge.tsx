import { LOW_STOCK } from "#shop/stock/constants.ts";
import { Badge } from "#web/ui/badge.tsx";

/** How many IDs can be sold now, with a word if stock is low or out. [S2.12] [S2.33] */
export function StockBadge({ available }: { available: number }) {
  if (available <= 0)
    return (
      <Badge tone="red" icon="cross">
        Out of stock
      </Badge>
    );
  if (available <= LOW_STOCK)
    return (
      <Badge tone="amber" icon="alert">
        Only {available} left
      </Badge>
    );
  return (
    <Badge tone="green" icon="done">
      {available} in stock
    </Badge>
  );
}
