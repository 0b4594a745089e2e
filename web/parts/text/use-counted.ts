import { ORDERS_COUNTED_MAX } from "#shop/orders/constants.ts";
import { useTexts } from "#web/texts.tsx";

/**
 * Writes numbers of orders, which are counted up to `ORDERS_COUNTED_MAX`. With a plus where `isCut`
 * says that there may be more. [S2.20] [S10.17]
 */
export function useCounted(isCut: boolean): (n: number) => string {
  const texts = useTexts("parts");
  return (n) => texts(isCut ? "moreThan" : "exactly", { n: Math.min(n, ORDERS_COUNTED_MAX) });
}
