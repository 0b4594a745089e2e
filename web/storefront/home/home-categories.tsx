import { Fragment } from "react";
import { Link } from "react-router";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** What the shop offers, with links: its products, by their names, and the ID Checker. [S2.7] */
export function Categories({ products, idCheckerUrl }: { products: ShownProduct[]; idCheckerUrl: string }) {
  const texts = useTexts("home");
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {products.length > 0 && (
        <li className="flex">
          <Link to="/products" className="product-tile">
            <Icon name="ticket" />
            <span>
              <span className="font-semibold">{texts("allProducts")}</span>
              <span className="text-soft">
                {products.slice(0, NAMED).map(({ id, name, nameLang }, at) => (
                  <Fragment key={id}>
                    {at > 0 && <span> · </span>}
                    <span lang={nameLang}>{name}</span>
                  </Fragment>
                ))}
              </span>
            </span>
          </Link>
        </li>
      )}
      <li className="flex">
        <ExternalLink href={idCheckerUrl} className="product-tile">
          <Icon name="shield" />
          <span>
            <span className="font-semibold">{texts("idChecker")}</span>
            <span className="text-soft">{texts("idCheckerText")}</span>
          </span>
        </ExternalLink>
      </li>
    </ul>
  );
}

/** How many products are named. */
const NAMED = 3;
