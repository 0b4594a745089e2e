import { Link } from "react-router";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { Price } from "#web/parts/text/price.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { StockBadge } from "./stock-badge.tsx";

/** A product as one line that leads to it: picture, name, price and stock as the page was made. */
export function ProductTile({ product }: { product: ShownProduct }) {
  return (
    <Link to={`/product/${encodeURIComponent(product.id)}`} className="product-tile">
      <ProductPicture image={product.image} seed={product.id} name="" sizes="4rem" className="size-16 shrink-0 rounded-field" />
      <span>
        <span lang={product.nameLang} className="product-tile-name">
          {product.name}
        </span>
        <span className="product-tile-facts">
          <Price paise={product.pricePaise} />
          <StockBadge available={product.available} />
        </span>
      </span>
    </Link>
  );
}
