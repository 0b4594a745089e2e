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

/** The page about the API stands among its calls, and is the same for everybody. */
const amongThem = "/api/docs";

/** Whether a path is nobody's business but its visitor's: nobody stores it, and search engines are to leave it alone. The router asks for `.data` of it. */
export function isPrivatePath(path: string): boolean {
  const page = path.replace(/\.data$/, "");
  return page !== amongThem && privatePaths.some((one) => page === one || page.startsWith(one.endsWith("/") ? one : `${one}/`));
}
