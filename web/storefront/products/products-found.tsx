import type { ShownProduct } from "#shop/catalogue/product.ts";
import { priceText } from "#shop/money.ts";
import type { PageOfProducts } from "#shop/stock/products/products-on-sale.server.ts";
import { ProductsListed } from "#web/parts/product/products-listed.ts";
import { useDistinctLabels } from "#web/parts/product/use-distinct-labels.ts";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProductCard } from "./product-card.tsx";
import { ProductsPages } from "./products-pages.tsx";

const cardGrid = "grid gap-2 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3";

/** The first cards are always rendered; the browser renders the others when they come near. */
const NEAR_CARDS = 6;

/** A page of products in the page's language. */
export type ShownPage = Omit<PageOfProducts, "products"> & { products: ShownProduct[] };

/** A page of products, or why there are none, with links to the other pages. [S2.10] [S2.26] */
export function ProductsFound({ found, search }: { found: ShownPage; search: string | null }) {
  const texts = useTexts("products");
  const { products, total, page, pages } = found;
  const labels = useDistinctLabels(products, ({ pricePaise }) => priceText(pricePaise));
  if (products.length > 0)
    return (
      <>
        {(search || pages > 1) && (
          <p role="status" className="figures text-soft">
            <ProductsListed total={total} page={page} pages={pages} search={search} />
          </p>
        )}
        <ul className={cardGrid}>
          {products.map((product, at) => (
            <li key={product.id} className={at < NEAR_CARDS ? "flex" : "card-below flex"}>
              <ProductCard product={product} label={labels[at] ?? product.name} isFirst={at === 0} />
            </li>
          ))}
        </ul>
        <ProductsPages query={{ search, page }} pages={pages} />
      </>
    );
  if (search)
    return (
      <EmptyState
        icon="search"
        title={texts("nothingFoundFor", { words: search })}
        actions={<LinkButton to="/products">{texts("showAll")}</LinkButton>}
      >
        {texts("tryOtherWords")}
      </EmptyState>
    );
  return (
    <EmptyState icon="ticket" title={texts("nothingOnSale")}>
      {texts("nothingOnSaleHint")}
    </EmptyState>
  );
}
