import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { IconName } from "#web/ui/icon.tsx";

export type ExternalPlace = { label: string; href: string; icon: IconName };

/** Where the shop can be talked to, as far as its owner set it. [S1.8] [S2.1] [S2.5] */
export function supportPlaces({ chatUrl, messagingUrl }: Pick<ShopSettings, "chatUrl" | "messagingUrl">): ExternalPlace[] {
  return [...placeOf("Chat", chatUrl, "chat"), ...placeOf("Messaging", messagingUrl, "send")];
}

/** The external links of the navigation: chat, messaging, ID Checker. An unset one is not there. [S2.1] */
export function externalPlaces(settings: Pick<ShopSettings, "chatUrl" | "messagingUrl" | "idCheckerUrl">): ExternalPlace[] {
  return [...supportPlaces(settings), ...placeOf("ID Checker", settings.idCheckerUrl, "shield")];
}

function placeOf(label: string, href: string | null, icon: IconName): ExternalPlace[] {
  return href ? [{ label, href, icon }] : [];
}
