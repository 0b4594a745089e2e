import { useState } from "react";
import type { StoredProof } from "#shop/orders/reading/order-view.ts";
import { useRetriedPicture } from "#web/parts/order/use-retried-picture.ts";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * The picture of a payment proof, fitted to the page; a click shows it in full size with scrolling.
 * [S2.31] [S6.5]
 */
export function ProofView({ requestCode, proof }: { requestCode: string; proof: StoredProof | null }) {
  const texts = useTexts("adminQueue");
  const [isLarge, setLarge] = useState(false);
  const address = `/admin/orders/${requestCode}/proof?of=${proof?.id}`;
  const { isBroken, ...picture } = useRetriedPicture(address);
  if (!proof) return <Nothing text={texts("proofNotFound")} />;

  return (
    <figure className="flex min-w-0 flex-col gap-2">
      {isBroken ? (
        <Nothing text={texts("proofPictureNotLoaded")} />
      ) : (
        <div className="proof-picture well">
          <button
            type="button"
            aria-pressed={isLarge}
            aria-label={texts(isLarge ? "showWholePicture" : "showFullSize")}
            onClick={() => setLarge(!isLarge)}
            className={isLarge ? "block w-max cursor-zoom-out!" : "block size-full cursor-zoom-in!"}
          >
            <img
              {...picture}
              alt={texts("proofOf", { code: requestCode })}
              loading="lazy"
              className={isLarge ? "max-w-none" : "size-full object-contain"}
            />
          </button>
        </div>
      )}
      <figcaption className="text-sm">
        <ExternalLink href={address} className="touch-link gap-1 font-semibold underline">
          <Icon name="external" /> {texts("openInNewTab")}
        </ExternalLink>
      </figcaption>
    </figure>
  );
}

function Nothing({ text }: { text: string }) {
  return <p className="proof-missing well">{text}</p>;
}
