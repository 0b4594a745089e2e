import { currentPath } from "#web/moved-addresses.ts";
import type { HostMiddleware } from "./host-env.ts";

/**
 * Redirects the addresses of earlier versions, also those of forms in pages that are still open.
 */
export const movedAway: HostMiddleware = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const current = currentPath(pathname);
  if (current !== pathname) return c.redirect(current + search, 308);
  await next();
};
