import { useRef } from "react";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { Description } from "#web/parts/description.tsx";
import { Price } from "#web/parts/price.tsx";
import { ProductPicture } from "#web/parts/product-picture.tsx";
import { StockBadge } from "#web/parts/stock-badge.tsx";
import { useStock } from "#web/parts/use-stock.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** A product as a ticket: what it is above, price and stock on the stub. Its stock keeps itself up to date, or fails, alone. [S2.10] [S2.12] */
export function ProductCard({ product, isFirst }: { product: ProductOnSale; isFirst: boolean }) {
  const place = useRef<HTMLElement>(null);
  const stock = useStock(product.id, product.available, place);
  return (
    <article ref={place} className="ticket w-full">
      <div className="ticket-body flex flex-col">
        <ProductPicture
          image={product.image}
          name={product.name}
          sizes="(width < 40rem) calc(100vw - 2rem), (width < 64rem) 45vw, 23rem"
          isFirst={isFirst}
          className="aspect-video rounded-t-sheet"
        />
        <div className="flex flex-col gap-2 p-4 pb-5">
          <h2 className="text-xl">{product.name}</h2>
          <Description html={product.description} className="line-clamp-5 text-soft" />
        </div>
      </div>
      <div className="ticket-stub flex flex-col gap-3 p-4">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <Price paise={product.pricePaise} className="text-2xl font-bold" />
          {stock.available !== null && <StockBadge available={stock.available} />}
        </div>
        <LinkButton to={`/product/${encodeURIComponent(product.id)}`} aria-label={`Buy Now: ${product.name}`}>
          Buy Now
        </LinkButton>
        {stock.error && (
          <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-red-ink">
            <Icon name="alert" className="mt-0.5 size-4" />
            {stock.error}
          </p>
        )}
      </div>
    </article>
  );
}

/** The place of a card that is still coming. */
export function ProductCardSkeleton() {
  return (
    <div className="ticket" aria-hidden="true">
      <div className="ticket-body flex flex-col">
        <Skeleton className="aspect-video rounded-t-sheet" />
        <div className="flex flex-col gap-3 p-4 pb-5">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
      <div className="ticket-stub flex flex-col gap-3 p-4">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-11" />
      </div>
    </div>
  );
}
