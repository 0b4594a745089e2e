import { useTexts } from "#web/texts.tsx";
import type { ListedOrder } from "./listed-order.ts";

/** Marks an order whose buyer the shop asks for something. [S14.3] */
export function AskedNote({ order: { asked } }: { order: ListedOrder }) {
  const texts = useTexts("parts");
  return asked && <p className="note font-semibold">{texts("askedByShop")}</p>;
}
