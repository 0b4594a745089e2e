import type { MadeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { QrCode } from "#web/parts/text/qr-code.tsx";
import { ShareLink } from "#web/parts/text/share-link.tsx";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** A new invitation's link, shown only once: to share, to copy, and as a QR code. [S13.7] */
export function InvitationMade({ made: { name, url, qr, expiresAt } }: { made: MadeInvitation }) {
  const texts = useTexts("adminPeople");
  const { ref, tabIndex } = useComeIntoView(true);
  return (
    <section ref={ref} tabIndex={tabIndex} aria-label={texts("linkOf", { name })} className="flex flex-col gap-3 outline-none">
      <h2 className="text-xl wrap-anywhere">{texts("linkOf", { name })}</h2>
      <p>
        {rich(texts, "linkLead", {
          strong: (words) => <strong>{words}</strong>,
          time: () => <When at={expiresAt} />,
        })}
      </p>
      <p translate="no" className="code code-block text-sm">
        {url}
      </p>
      <div className="flex flex-wrap gap-2">
        <ShareLink url={url} label={texts("share")} />
        <CopyWhole text={url} label={texts("copyLink")} />
      </div>
      <QrCode rows={qr} label={texts("linkAsQrCode")} />
    </section>
  );
}
