import { distinctLabels } from "#shop/catalogue/distinct-labels.ts";
import { useTexts } from "#web/texts.tsx";

/** Labels that distinguish the products of a list, in the page's language. [S2.37] */
export function useDistinctLabels<P extends { name: string }>(products: readonly P[], describe: (product: P) => string): string[] {
  const texts = useTexts("parts");
  return distinctLabels(products, describe, (label, n, total) => texts("numberedLabel", { label, n, total }));
}
