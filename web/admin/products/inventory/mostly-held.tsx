import { Link } from "react-router";
import { messages } from "#shop/messages.ts";
import type { MostlyHeld } from "#shop/stock/mostly-held.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Warns that most of some products waits in the queue, so that a stranger's orders do not freeze the shop unseen. */
export function MostlyHeldNotice({ products, isInQueue = false }: { products: MostlyHeld[]; isInQueue?: boolean }) {
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
          {messages.mostIsHeldAsk}{" "}
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
