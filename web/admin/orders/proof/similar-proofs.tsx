import { unlessErased } from "#shop/erased.ts";
import { similarProofsOf } from "#shop/orders/proofs/used-before.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useRetriedPicture } from "#web/parts/order/use-retried-picture.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CameWith, LooksLikeText } from "./used-before.tsx";

/** Opens to similar pictures of earlier orders beside this order's proof; no warning. */
export function SimilarProofs({ order }: { order: Pick<AdminOrder, "requestCode" | "proof" | "usedBefore"> }) {
  const similarProofs = similarProofsOf(order.usedBefore);
  const proof = unlessErased(order.proof);
  if (!proof || similarProofs.length === 0) return null;
  return (
    <details className="border-t border-line">
      <summary className="touch-link cursor-pointer gap-2 font-semibold">
        <LooksLikeText order={order} />
        <Icon name="down" />
      </summary>
      {similarProofs.map((earlier) => (
        <div key={earlier.requestCode} className="flex flex-col gap-2 pb-4">
          <p className="text-sm text-soft">
            <CameWith earlier={earlier} />
          </p>
          <div className="grid grid-cols-2 gap-2 sm:gap-4">
            <Picture kind="thisOrder" requestCode={order.requestCode} proofId={proof.id} />
            <Picture kind="earlierOrder" requestCode={earlier.requestCode} proofId={earlier.proofId} />
          </div>
        </div>
      ))}
    </details>
  );
}

/** A proof as a thumbnail that links to the picture. */
function Picture({ kind, requestCode, proofId }: { kind: "thisOrder" | "earlierOrder"; requestCode: string; proofId: string | null }) {
  const texts = useTexts("adminQueue");
  const address = `/admin/orders/${requestCode}/proof?of=${proofId}`;
  const { isBroken, ...picture } = useRetriedPicture(address);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <ExternalLink href={address} className="well block h-72 overflow-hidden">
        {isBroken ? (
          <span className="grid size-full place-items-center p-2 text-center text-sm">{texts("proofPictureNotLoaded")}</span>
        ) : (
          <img {...picture} alt={texts("proofOf", { code: requestCode })} loading="lazy" className="size-full object-contain" />
        )}
      </ExternalLink>
      <figcaption className="text-sm wrap-anywhere text-soft">
        {rich(texts, kind, {
          code: () => (
            <span translate="no" className="code">
              {requestCode}
            </span>
          ),
        })}
      </figcaption>
    </figure>
  );
}
