import { useRef } from "react";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { Description } from "#web/parts/product/description.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { StockBadge } from "#web/parts/product/stock-badge.tsx";
import { useStock } from "#web/parts/product/use-stock.ts";
import { Price } from "#web/parts/text/price.tsx";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * A product as a ticket, with price and stock on the stub; on a phone, a row. `label` is the
 * accessible name of its link. A product that is out of stock has a plain link. Its stock updates, or fails, independently
 * of other cards. [S2.10] [S2.12]
 */
export function ProductCard({ product, label, isFirst }: { product: ShownProduct; label: string; isFirst: boolean }) {
  const texts = useTexts("products");
  const place = useRef<HTMLElement>(null);
  const stock = useStock(product.id, product.available, place);
  const to = `/product/${encodeURIComponent(product.id)}`;
  return (
    <article ref={place} className="ticket product-card w-full">
      <div className="ticket-body p-0 max-sm:contents">
        <ProductPicture
          image={product.image}
          seed={product.id}
          name={product.name}
          lang={product.nameLang}
          sizes="(width < 40rem) 4.5rem, (width < 64rem) 45vw, 23rem"
          isFirst={isFirst}
          className="product-card-picture aspect-video rounded-t-sheet max-sm:aspect-square max-sm:rounded-field"
        />
        <div className="flex flex-col gap-2 p-4 pb-5 max-sm:contents">
          <h2 lang={product.nameLang} className="text-xl text-wrap wrap-anywhere max-sm:col-span-2 max-sm:line-clamp-2 max-sm:text-lg">
            {product.name}
          </h2>
          <Description html={product.description} lang={product.descriptionLang} className="line-clamp-5 text-soft max-sm:hidden" />
        </div>
      </div>
      <div className="ticket-stub flex flex-col gap-3 p-4 max-sm:contents">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 max-sm:block">
          <Price paise={product.pricePaise} className="text-2xl font-bold max-sm:block max-sm:text-lg" />
          {stock.available !== null && <StockBadge available={stock.available} />}
        </div>
        {stock.available === 0 ? (
          <LinkButton to={to} variant="secondary" className="max-sm:px-2" aria-label={texts("seeDetailsOf", { product: label })}>
            {texts("seeDetails")}
          </LinkButton>
        ) : (
          <LinkButton to={to} aria-label={texts("buyNowOf", { product: label })}>
            {texts("buyNow")}
          </LinkButton>
        )}
        {stock.error && (
          <p role="alert" className="field-error max-sm:col-span-3">
            <Icon name="alert" />
            {stock.error}
          </p>
        )}
      </div>
    </article>
  );
}
