import type { Texts } from "#messages/texts.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { IconName } from "#web/ui/icon.tsx";

export type ExternalPlatform = { label: string; href: string; icon: IconName };

/** The support channels that the owner configured. [S1.8] [S2.1] [S2.5] */
export function supportChannels(
  { chatUrl, messagingUrl }: Pick<ShopSettings, "chatUrl" | "messagingUrl">,
  texts: Texts<"site">,
): ExternalPlatform[] {
  return [...linkTo(texts("chat"), chatUrl, "chat"), ...linkTo(texts("messaging"), messagingUrl, "send")];
}

/** The configured external links of the navigation: chat, messaging, ID Checker. [S2.1] */
export function externalPlatforms(
  settings: Pick<ShopSettings, "chatUrl" | "messagingUrl" | "idCheckerUrl">,
  texts: Texts<"site">,
): ExternalPlatform[] {
  return [...supportChannels(settings, texts), ...linkTo(texts("idChecker"), settings.idCheckerUrl, "shield")];
}

function linkTo(label: string, href: string | null, icon: IconName): ExternalPlatform[] {
  return href ? [{ label, href, icon }] : [];
}
