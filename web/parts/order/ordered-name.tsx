import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { orderedName } from "#shop/orders/reading/ordered-name.ts";
import type { ShownText } from "#shop/translations.ts";
import { useLanguage } from "#web/texts.tsx";

type Named = Pick<OrderView, "productName" | "productNames">;

/** The name of an order's product in the page's language. [S11.2] */
export function OrderedName({ order }: { order: Named }) {
  const { text, lang } = useOrderedName(order);
  return <span lang={lang}>{text}</span>;
}

/** The same as a text, with its language if that is not the page's. */
export function useOrderedName(order: Named): ShownText {
  return orderedName(order, useLanguage());
}
