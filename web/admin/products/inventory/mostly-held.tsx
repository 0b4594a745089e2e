import { Link } from "react-router";
import type { MostlyHeld } from "#shop/stock/products/inventory.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

/**
 * Warns that most IDs of some products are reserved, so that the owner notices when someone's
 * orders block the shop. One line that opens: the first order stays on the first screen of a phone.
 */
export function MostlyReservedWarning({ products, isInQueue = false }: { products: MostlyHeld[]; isInQueue?: boolean }) {
  const texts = useTexts("adminMostlyReserved");
  if (products.length === 0) return null;
  return (
    <Alert kind="warning">
      <details>
        <summary className="-my-3 cursor-pointer py-3 text-sm font-semibold">{texts("heading", { count: products.length })}</summary>
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
          {!isInQueue && (
            <Link to="/admin/orders" className="font-medium underline">
              {texts("openQueue")}
            </Link>
          )}
        </p>
      </details>
    </Alert>
  );
}
