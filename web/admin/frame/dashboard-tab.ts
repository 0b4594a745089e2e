/** The tabs of the admin's dashboard, as its address names them. [S2.23] */
export const dashboardTabs = ["requests", "products", "add-product", "edit-product", "product-ids", "approved-requests"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Which tab an address without a known `tab` shows: pages that name one in their path, and mutations, which show the page they belong to. */
const tabsOfPaths: readonly (readonly [RegExp, DashboardTab])[] = [
  [/^\/admin\/dashboard\/edit-product\/[^/]+$/, "edit-product"],
  [/^\/admin\/dashboard\/product-ids\/[^/]+$/, "product-ids"],
  [/^\/admin\/products$/, "add-product"],
  [/^\/admin\/products\/[^/]+$/, "edit-product"],
  [/^\/admin\/products\/[^/]+\/(deletion|visibility|restoration)$/, "products"],
  [/^\/admin\/products\/[^/]+\/ids\/deletion$/, "product-ids"],
  [/^\/admin\/descriptions\/preview$/, "add-product"],
  [/^\/admin\/descriptions\/preview\/[^/]+$/, "edit-product"],
  [/^\/admin\/samples\/removal$/, "products"],
];

/** The tab of an address: from the query, and from the path where the query has none; requests otherwise. [S2.23] [S2.24] */
export function tabOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): DashboardTab {
  const asked = searchParams.get("tab");
  const known = dashboardTabs.find((tab) => tab === asked);
  return known ?? tabsOfPaths.find(([path]) => path.test(pathname.replace(/\/$/, "")))?.[1] ?? "requests";
}
