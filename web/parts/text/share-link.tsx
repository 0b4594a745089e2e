import type { MouseEvent } from "react";
import { buttonStyle, ExternalLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Shares a link with an app that is chosen then; where a browser cannot, by WhatsApp. */
export function ShareLink({ url, label }: { url: string; label: string }) {
  const share = (event: MouseEvent) => {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // Rejects when the list of apps is closed.
    navigator.share({ url }).catch(() => {});
  };
  return (
    <ExternalLink
      href={`https://wa.me/?${new URLSearchParams({ text: url })}`}
      onClick={share}
      className={buttonStyle({ variant: "secondary" })}
    >
      <Icon name="send" />
      {label}
    </ExternalLink>
  );
}
