/** What is nobody's business but its visitor's, and what is no page: search engines are asked to leave it alone. A path stands for all below it. */
export const privatePaths = [
  "/account",
  "/add-ids",
  "/admin",
  "/api",
  "/forgot-password",
  "/logout",
  "/order-status/",
  "/products_database",
  "/reset-password",
  "/setup",
] as const;

/** Whether search engines are to leave a path alone. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.some((one) => path === one || path.startsWith(one.endsWith("/") ? one : `${one}/`));
}
