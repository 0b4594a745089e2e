import { distinctLabels } from "#shop/catalogue/distinct-labels.ts";
import { messages } from "#shop/messages.ts";
import { priceText } from "#shop/money.ts";
import type { PageOfProducts } from "#shop/stock/products/products-on-sale.server.ts";
import { productsListed } from "#web/parts/product/products-counted.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProductCard } from "./product-card.tsx";
import { ProductsPages } from "./products-pages.tsx";

const cardGrid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

/** The first cards are always rendered; the browser renders the others when they come near. */
const NEAR_CARDS = 3;

/** A page of products, or why there are none, with links to the other pages. [S2.10] [S2.26] */
export function ProductsFound({ found, search }: { found: PageOfProducts; search: string | null }) {
  const { products, page, pages } = found;
  const labels = distinctLabels(products, ({ pricePaise }) => priceText(pricePaise));
  if (products.length > 0)
    return (
      <>
        {(search || pages > 1) && (
          <p role="status" className="figures text-soft">
            {productsListed(found, search)}
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
        title={messages.nothingFoundFor(search)}
        actions={<LinkButton to="/products">Show all products</LinkButton>}
      >
        Try fewer or other words.
      </EmptyState>
    );
  return (
    <EmptyState icon="ticket" title="Nothing is on sale right now.">
      New IDs come in often. Please look in again soon.
    </EmptyState>
  );
}
