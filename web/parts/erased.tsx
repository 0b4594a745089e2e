import type { Erased } from "#shop/orders/order-view.ts";
import { When } from "./time.tsx";

/** Says what of an order was erased, and when: the owner keeps such things for some days only. Nothing where nothing was. */
export function ErasedNote({ erased, ids }: { erased: Erased; ids: number }) {
  const kinds = [
    [ids === 1 ? "The ID of this order was" : "The IDs of this order were", erased.idsAt],
    ["Its gift card code was", erased.codeAt],
    ["Its payment proof was", erased.proofAt],
  ] as const;
  if (kinds.every(([, at]) => at === null)) return null;
  return (
    <div className="rounded-field bg-sunk px-4 py-3 text-soft">
      {kinds.map(
        ([what, at]) =>
          at && (
            <p key={what}>
              {what} erased on <When at={at} />.
            </p>
          ),
      )}
      <p>The shop keeps such things for a time only.</p>
    </div>
  );
}
