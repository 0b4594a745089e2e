/** The parts of the shop by which requests are counted, and nothing of an address but that. */
const areas: [RegExp, string][] = [
  [/^\/(assets|texts|product-images|shop-pictures|__manifest)(\/|$)|^\/[\w-]+\.(js|ico|png|svg|txt|xml|webmanifest)$/, "assets"],
  [/^\/(healthz|readyz|metrics)$/, "health"],
  [/^\/api\/payments\/[^/]+\/events$/, "payment_events"],
  [/^\/(admin|api\/admin)([/.]|$)/, "admin"],
  [/^\/api\/orders$|^\/product\/[^/]+\/order(\.data)?$/, "ordering"],
  [/^\/(order-status|my-orders|api\/orders)([/.]|$)/, "orders"],
  [/^\/(account|login|logout|signup|setup|invitation|forgot-password|reset-password|api\/auth|api\/account)([/.]|$)/, "account"],
  [/^\/(api|products_database)([/.]|$)/, "api"],
];

/**
 * The part of the shop that a request is for; null for event streams, which last as long as a page
 * is open and are counted as followers. An address that the shop does not know is `storefront`.
 */
export function requestArea(url: string): string | null {
  const path = url.replace(/\?.*/s, "");
  if (/\/orders(\/[^/]+)?\/events$/.test(path)) return null;
  return areas.find(([pattern]) => pattern.test(path))?.[1] ?? "storefront";
}
