import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { Description } from "#web/parts/product/description.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { ProductTile } from "#web/parts/product/product-tile.tsx";
import { StockBadge } from "#web/parts/product/stock-badge.tsx";
import { useStock } from "#web/parts/product/use-stock.ts";
import { Price } from "#web/parts/text/price.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OrderForm } from "../order/placing/order-form.tsx";
import type { OrderAnswer } from "../order/placing/place-order.ts";
import { placedHere } from "../order/placing/placed-here.ts";
import { NotifyForm } from "../waitlist/notify-form.tsx";
import { ProductOrdered } from "./product-ordered.tsx";
import { ProductTrust } from "./product-trust.tsx";

/**
 * A product and its order form. On a phone price, stock, quantity and the button come first. Stock
 * that cannot be read is logged and counts as 0 until the page becomes visible again. [S2.13]
 * [S2.36]
 */
export function ProductOffer({
  product,
  similar,
  isForSale,
  atOnceUpTo,
  isGuest,
  asksEmail,
  canNotify,
  orderKey,
  answer,
}: {
  product: ShownProduct;
  /** What else can be bought, if this product was sold out when the page was made. */
  similar: ShownProduct[];
  isForSale: boolean;
  /** How many of its IDs are delivered as soon as they are paid. */
  atOnceUpTo: number;
  isGuest: boolean;
  asksEmail: boolean;
  /** Whether the shop can send an email when a sold-out product is back. */
  canNotify: boolean;
  orderKey: string | null;
  answer: OrderAnswer | undefined;
}) {
  const texts = useTexts("product");
  const place = useRef<HTMLDivElement>(null);
  const stock = useStock(product.id, product.available, place);
  const available = stock.available ?? 0;
  const placed = placedHere.use();
  // Sold out while somebody fills the form in, it stays: what was typed is not lost.
  const [wasSoldOut] = useState(product.available === 0 && answer === undefined);
  const isUsable = isForSale && !(wasSoldOut && stock.available === 0);
  useEffect(() => {
    if (stock.error) console.error(stock.error);
  }, [stock.error]);

  return (
    <div className="frame pt-4 pb-8 sm:pt-8">
      <Link to="/products" className="touch-link mb-2 gap-2 font-medium hover:underline">
        <Icon name="arrow" className="rotate-180" />
        {texts("products")}
      </Link>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div ref={place} className="ticket lg:sticky lg:top-20 lg:order-2">
          <div className="ticket-body flex flex-wrap items-start gap-4">
            <ProductPicture
              image={product.image}
              seed={product.id}
              name={product.name}
              lang={product.nameLang}
              sizes={SIZES}
              className="size-20 shrink-0 rounded-field lg:hidden"
            />
            <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5">
              <h1 lang={product.nameLang} className="text-xl text-wrap wrap-anywhere sm:text-3xl">
                {product.name}
              </h1>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Price paise={product.pricePaise} className="text-2xl font-bold text-action" />
                <StockBadge available={available} />
              </div>
            </div>
          </div>
          <div className="ticket-stub">
            {!isForSale && (
              <Alert kind="warning" className="not-last:mb-4">
                {texts("sampleNotForSale")}
              </Alert>
            )}
            {isForSale && stock.available === 0 && !placed && (
              <SoldOut similar={similar}>{canNotify && <NotifyForm productId={product.id} />}</SoldOut>
            )}
            {placed ? (
              <ProductOrdered productId={product.id} requestCode={placed} />
            ) : isUsable ? (
              <>
                <OrderForm
                  product={product}
                  available={available}
                  atOnceUpTo={atOnceUpTo}
                  isGuest={isGuest}
                  asksEmail={asksEmail}
                  orderKey={orderKey}
                  answer={answer}
                />
                <ProductTrust claimHours={product.claimHours} />
              </>
            ) : null}
          </div>
        </div>
        <section className="flex flex-col gap-5 lg:order-1">
          <h2 className="unseen">{texts("aboutProduct")}</h2>
          <ProductPicture
            image={product.image}
            seed={product.id}
            name={product.name}
            lang={product.nameLang}
            sizes={SIZES}
            isFirst
            className="hidden aspect-video rounded-sheet border border-line lg:block"
          />
          <Description html={product.description} lang={product.descriptionLang} className="text-lg" />
        </section>
      </div>
    </div>
  );
}

/**
 * Says that nothing is left, offers an email when it is back, and shows what else can be bought.
 */
function SoldOut({ similar, children }: { similar: ShownProduct[]; children: ReactNode }) {
  const texts = useTexts("product");
  return (
    <div className="flex flex-col gap-3 not-last:mb-5">
      <Alert kind="warning">{texts(children ? "soldOutForNow" : similar.length > 0 ? "soldOutSeeSimilar" : "soldOut")}</Alert>
      {children && <div className="well p-4">{children}</div>}
      {similar.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{texts("similarProducts")}</h2>
          <ul className="flex flex-col gap-2">
            {similar.map((product) => (
              <li key={product.id}>
                <ProductTile product={product} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The picture is in the page twice, one of them hidden; both request the same size. */
const SIZES = "(width < 64rem) 5rem, 41rem";
