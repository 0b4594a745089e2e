/**
 * Paths that are private to a visitor or no pages: search engines are asked not to crawl them. Each
 * covers everything below it.
 */
export const privatePaths = [
  "/account",
  "/admin/add-ids",
  "/admin",
  "/api",
  "/forgot-password",
  "/invitation",
  "/logout",
  "/my-orders",
  "/order-status/",
  "/products_database",
  "/reset-password",
  "/setup",
  "/waitlist",
] as const;

/** The API's documentation is public although it lies under /api. */
const amongThem = "/api/docs";

/** Whether a path is private: not cached, not indexed. The router appends `.data` to it. */
export function isPrivatePath(path: string): boolean {
  const page = path.replace(/\.data$/, "");
  return page !== amongThem && privatePaths.some((one) => page === one || page.startsWith(one.endsWith("/") ? one : `${one}/`));
}
