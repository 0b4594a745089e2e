import { Link } from "react-router";
import type { MostlyHeld } from "#shop/stock/products/inventory.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";

const QUEUE = "/admin/orders";

/**
 * Warns that most IDs of some products are reserved, so that the owner notices when someone's
 * orders block the shop. One line at the heading that opens: the work stays where it was.
 */
export function MostlyReservedWarning({ products, isInQueue = false }: { products: MostlyHeld[]; isInQueue?: boolean }) {
  const texts = useTexts("adminMostlyReserved");
  const mayOpen = useMayOpen();
  if (products.length === 0) return null;
  return (
    <div role="status" className="warning-line">
      <details>
        <summary>
          <Icon name="alert" />
          <span>{texts("heading", { count: products.length })}</span>
          <Icon name="down" />
        </summary>
        <ul>
          {products.map(({ id, name, language, held, available }) => (
            <li key={id} className="wrap-anywhere">
              {rich(texts, "mostIsHeld", {
                product: () => <OwnText language={language}>{name}</OwnText>,
                held,
                free: available,
              })}
            </li>
          ))}
        </ul>
        <p>
          <span>{`${texts("mostIsHeldAsk")} `}</span>
          {!isInQueue && mayOpen(QUEUE) && (
            <Link to={QUEUE} className="font-medium underline">
              {texts("openQueue")}
            </Link>
          )}
        </p>
      </details>
    </div>
  );
}
