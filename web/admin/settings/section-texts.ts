import type { KeyIn } from "#messages/texts.ts";
import type { ShownSection } from "#shop/settings/setting-kinds.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** The sections in the order shown, each with its name, one line about it, and its icon. */
export const sectionTexts: Record<ShownSection, { title: KeyIn<"adminSettings">; about: KeyIn<"adminSettings">; icon: IconName }> = {
  shop: { title: "sectionShop", about: "aboutShop", icon: "home" },
  look: { title: "sectionLook", about: "aboutLook", icon: "eye" },
  orders: { title: "sectionOrders", about: "aboutOrders", icon: "ticket" },
  questions: { title: "sectionQuestions", about: "aboutQuestions", icon: "chat" },
  payments: { title: "sectionPayments", about: "aboutPayments", icon: "gift" },
  receipts: { title: "receipts", about: "aboutReceipts", icon: "receipt" },
  emails: { title: "emails", about: "aboutEmails", icon: "mail" },
  notifications: { title: "sectionNotifications", about: "aboutNotifications", icon: "bolt" },
  "landing-page": { title: "sectionLandingPage", about: "aboutLandingPage", icon: "picture" },
  security: { title: "sectionSecurity", about: "aboutSecurity", icon: "shield" },
  data: { title: "sectionData", about: "aboutData", icon: "trash" },
};

/** The address of a section. */
export function addressOf(section: ShownSection): string {
  return `/admin/settings/${section}`;
}
