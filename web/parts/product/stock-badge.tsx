import { LOW_STOCK } from "#shop/stock/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";

/** How many IDs can be sold now, with a word if stock is low or out. [S2.12] [S2.33] */
export function StockBadge({ available }: { available: number }) {
  const texts = useTexts("parts");
  if (available <= 0)
    return (
      <Badge tone="red" icon="cross">
        {texts("outOfStock")}
      </Badge>
    );
  if (available <= LOW_STOCK)
    return (
      <Badge tone="amber" icon="alert">
        {texts("onlyLeft", { n: available })}
      </Badge>
    );
  return (
    <Badge tone="green" icon="done">
      {texts("inStock", { n: available })}
    </Badge>
  );
}
