import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { orderedName } from "#shop/orders/reading/ordered-name.ts";
import { useLanguage } from "#web/texts.tsx";

/** The name of an order's product in the page's language; another language is marked. [S11.2] */
export function OrderedName({ order }: { order: Pick<OrderView, "productName" | "productNames"> }) {
  const { text, lang } = orderedName(order, useLanguage());
  return <span lang={lang}>{text}</span>;
}
