import { isErased } from "#shop/erased.ts";
import { When } from "../text/time.tsx";

type Props = {
  /** Each is listed if it is an `Erased`. */
  deliveredIds?: object | null;
  giftCard?: object | null;
  proof?: object | null;
  quantity: number;
};

/** Lists what was erased from an order, and when; renders nothing if nothing was. */
export function ErasedNote({ deliveredIds = null, giftCard = null, proof = null, quantity }: Props) {
  const gone = [
    { what: quantity === 1 ? "The ID of this order was" : "The IDs of this order were", value: deliveredIds },
    { what: "Its gift card code was", value: giftCard },
    { what: "Its payment proof was", value: proof },
  ].flatMap(({ what, value }) => (isErased(value) ? { what, at: value.erasedAt } : []));
  if (gone.length === 0) return null;
  return (
    <div className="note">
      {gone.map(({ what, at }) => (
        <p key={what}>
          {what} erased on <When at={at} />.
        </p>
      ))}
      <p>The shop keeps such things for a time only.</p>
    </div>
  );
}
