import { PRODUCTS_FOUND_MAX } from "#shop/stock/constants.ts";
import { useTexts } from "#web/texts.tsx";

type Props = { total: number; page: number; pages: number; search: string | null };

/** How many products a list has and which page is shown. A search stops counting at a limit. */
export function ProductsListed({ total, page, pages, search }: Props): string {
  const texts = useTexts("parts");
  if (search && total >= PRODUCTS_FOUND_MAX) return texts("manyProductsFound", { max: PRODUCTS_FOUND_MAX, search, page, pages });
  if (search) return pages > 1 ? texts("productsFoundOnPage", { total, search, page, pages }) : texts("productsFound", { total, search });
  return pages > 1 ? texts("productsOnPage", { total, page, pages }) : texts("products", { total });
}
