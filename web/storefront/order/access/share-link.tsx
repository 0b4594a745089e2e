import type { MouseEvent } from "react";
import { useTexts } from "#web/texts.tsx";
import { buttonStyle, ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * Shares a private link with an app that the buyer chooses; where a browser cannot, by WhatsApp.
 */
export function ShareLink({ url }: { url: string }) {
  const texts = useTexts("order");
  const share = (event: MouseEvent) => {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // Rejects when the buyer closes the list of apps.
    navigator.share({ url }).catch(() => {});
  };
  return (
    <ExternalLink
      href={`https://wa.me/?${new URLSearchParams({ text: url })}`}
      onClick={share}
      className={buttonStyle({ variant: "secondary" })}
    >
      <Icon name="send" />
      {texts("shareLink")}
    </ExternalLink>
  );
}
