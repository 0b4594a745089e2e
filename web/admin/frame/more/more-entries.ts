import type { KeyIn } from "#messages/texts.ts";
import type { AskedRight } from "#shop/rights.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { ADD_IDS, PUSH_DEVICES } from "../form-addresses.ts";

/** Whether the reader has a right. */
type May = (right: AskedRight) => boolean;

type MorePage = {
  to: string;
  label: KeyIn<"adminFrame">;
  /** Who is offered the page, of those who may open it; missing means all of them. */
  isOffered?: (may: May) => boolean;
};

/** An entry of the menu *More*: a row of tabs leads from each of its pages to the others. */
type MoreEntry = { label: KeyIn<"adminFrame">; icon: IconName; pages: readonly [MorePage, ...MorePage[]] };

/** An entry with only one page. */
const alone = (to: string, label: KeyIn<"adminFrame">, icon: IconName): MoreEntry => ({ label, icon, pages: [{ to, label }] });

/**
 * The pages that have no place in the bar, in at most 10 entries. Their rights are those of
 * `page-rights.ts`; a section of the settings is found in their list. [S12.2] [S13.9]
 */
const moreEntries: readonly MoreEntry[] = [
  alone("/admin/messages", "messages", "chat"),
  alone("/admin/claims", "claims", "swap"),
  {
    label: "imports",
    icon: "box",
    pages: [
      { to: "/admin/batches", label: "imports" },
      { to: ADD_IDS, label: "addIds" },
      { to: "/admin/suppliers", label: "suppliers" },
    ],
  },
  {
    label: "money",
    icon: "gift",
    pages: [
      { to: "/admin/money", label: "money" },
      { to: "/admin/statements", label: "statements" },
    ],
  },
  alone("/admin/sales", "sales", "receipt"),
  alone("/admin/customers", "customers", "user"),
  {
    label: "people",
    icon: "shield",
    pages: [
      { to: "/admin/people", label: "people" },
      { to: "/admin/api-keys", label: "apiKeys" },
    ],
  },
  {
    label: "settings",
    icon: "settings",
    pages: [
      { to: "/admin/settings", label: "settings" },
      { to: "/admin/payment-methods", label: "paymentMethods" },
      { to: "/admin/pages", label: "pages" },
      { to: "/admin/emails", label: "emails" },
      { to: "/admin/import-old-shop", label: "importOldShop" },
      // Owners have their own devices among the shop's notifications.
      { to: PUSH_DEVICES, label: "webhooks", isOffered: (may) => !may("own-shop") && (may("read-orders") || may("handle-money")) },
      { to: "/admin/second-factor", label: "secondFactor" },
    ],
  },
  alone("/admin/export", "export", "download"),
  alone("/admin/activity", "activity", "clock"),
];

/** The entries that have a page for the reader, each with those pages only. [S13.9] */
export function entriesFor(may: May, mayOpen: (to: string) => boolean): MoreEntry[] {
  return moreEntries.flatMap((entry) => {
    const [first, ...others] = entry.pages.filter(({ to, isOffered }) => mayOpen(to) && (isOffered?.(may) ?? true));
    return first ? [{ ...entry, pages: [first, ...others] as const }] : [];
  });
}

/** The entry and the page of it that an address belongs to, with the pages and mutations below it. */
export function placeInMore(entries: readonly MoreEntry[], pathname: string): { entry: MoreEntry; page: MorePage } | undefined {
  for (const entry of entries) {
    const page = entry.pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
    if (page) return { entry, page };
  }
  return undefined;
}
