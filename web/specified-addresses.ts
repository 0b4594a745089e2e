/** The page of each `tab` of /admin/dashboard. */
const pagesOfTabs = {
  requests: "/admin/orders",
  "approved-requests": "/admin/orders/processed",
  products: "/admin/products",
  "add-product": "/admin/products/new",
  "edit-product": "/admin/products",
  "product-ids": "/admin/products",
} as const;

/** The pages about one product, by the same names. */
const pagesOfProducts = { "edit-product": "edit", "product-ids": "ids" } as const;

/**
 * The page of an address of the specification, with its query; null for any other address. The tab
 * comes from the query, and from the path where the query has none. Without a product the pages
 * about one are the inventory, where it is chosen. [S2.23] [S2.24] [S2.25]
 */
export function specifiedAddress({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string | null {
  const path = pathname.replace(/\/+$/, "");
  if (/^\/add-ids$/i.test(path)) return withQuery("/admin/add-ids", searchParams);
  const dashboard = /^\/admin\/dashboard(?:\/(edit-product|product-ids)\/([^/]+))?$/i.exec(path);
  if (!dashboard) return null;

  const query = new URLSearchParams(searchParams);
  query.delete("tab");
  const [, ofPath, productId] = dashboard;
  const asked = [searchParams.get("tab"), ofPath?.toLowerCase()].find((tab) => tab && Object.hasOwn(pagesOfTabs, tab));
  const tab = (asked ?? "requests") as keyof typeof pagesOfTabs;
  const isAboutProduct = productId !== undefined && (tab === "edit-product" || tab === "product-ids");
  return withQuery(isAboutProduct ? `/admin/products/${productId}/${pagesOfProducts[tab]}` : pagesOfTabs[tab], query);
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}
