/** The tabs of the admin's dashboard, as in its address. [S2.23] */
const dashboardTabs = ["requests", "products", "add-product", "edit-product", "product-ids", "approved-requests"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The tab of addresses without `tab`: pages of one product, and mutations. */
const tabsOfPaths: readonly (readonly [RegExp, DashboardTab])[] = [
  [/^\/admin\/dashboard\/edit-product\/[^/]+$/, "edit-product"],
  [/^\/admin\/dashboard\/product-ids\/[^/]+$/, "product-ids"],
  [/^\/admin\/products$/, "add-product"],
  [/^\/admin\/products\/[^/]+$/, "edit-product"],
  [/^\/admin\/products\/[^/]+\/instructions(\/[^/]+)?$/, "edit-product"],
  [/^\/admin\/products\/[^/]+\/(deletion|visibility|restoration)$/, "products"],
  [/^\/admin\/products\/[^/]+\/ids\/deletion$/, "product-ids"],
  [/^\/admin\/descriptions\/preview$/, "add-product"],
  [/^\/admin\/descriptions\/preview\/[^/]+$/, "edit-product"],
  [/^\/admin\/samples\/removal$/, "products"],
];

/** The tab of an address: from the query, else from the path, else the requests. [S2.23] [S2.24] */
export function tabOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): DashboardTab {
  const asked = searchParams.get("tab");
  const known = dashboardTabs.find((tab) => tab === asked);
  return known ?? tabsOfPaths.find(([path]) => path.test(pathname.replace(/\/$/, "")))?.[1] ?? "requests";
}
