import { isErased } from "#shop/erased.ts";
import { rich, useTexts } from "#web/texts.tsx";
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
  const texts = useTexts("parts");
  const gone = [deliveredIds, giftCard, proof].map((value) => (isErased(value) ? value.erasedAt : null));
  if (gone.every((at) => at === null)) return null;
  const [idsAt, giftCardAt, proofAt] = gone.map((at) => at && { time: () => <When at={at} /> });
  return (
    <div className="note">
      {idsAt && <p>{rich(texts, "idsErasedOn", { count: quantity, ...idsAt })}</p>}
      {giftCardAt && <p>{rich(texts, "giftCardErasedOn", giftCardAt)}</p>}
      {proofAt && <p>{rich(texts, "proofErasedOn", proofAt)}</p>}
      <p>{texts("keptForATime")}</p>
    </div>
  );
}
