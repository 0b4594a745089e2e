import { Link } from "react-router";
import { messages } from "#shop/messages.ts";
import type { MostlyHeld } from "#shop/stock/products/inventory.ts";
import { Alert } from "#web/ui/alert.tsx";

/**
 * Warns that most IDs of some products are reserved, so that the owner notices when someone's
 * orders block the shop.
 */
export function MostlyReservedWarning({ products, isInQueue = false }: { products: MostlyHeld[]; isInQueue?: boolean }) {
  if (products.length === 0) return null;
  return (
    <Alert kind="warning">
      <div className="flex flex-col gap-1">
        <strong>Most of {products.length === 1 ? "a product" : `${products.length} products`} is reserved</strong>
        <ul className="flex flex-col">
          {products.map(({ id, name, held, available }) => (
            <li key={id} className="wrap-anywhere">
              {messages.mostIsHeld(name, held, available)}
            </li>
          ))}
        </ul>
        <p>
          <span>{`${messages.mostIsHeldAsk} `}</span>
          {!isInQueue && (
            <Link to="/admin/dashboard?tab=requests" className="font-medium underline">
              Open the queue
            </Link>
          )}
        </p>
      </div>
    </Alert>
  );
}
