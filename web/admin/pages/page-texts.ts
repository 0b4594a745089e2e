import type { KeyIn } from "#messages/texts.ts";
import type { PageSlug } from "#shop/pages/page.ts";

/** The name of each page. */
export const pageNames = {
  terms: "terms",
  privacy: "privacy",
  refunds: "refunds",
  delivery: "delivery",
  about: "about",
} as const satisfies Record<PageSlug, KeyIn<"adminPages">>;
