import { specifiedAddress } from "#web/specified-addresses.ts";
import type { HostMiddleware } from "./host-env.ts";

/** Redirects the admin's addresses of the specification to their pages. [S2.23] [S2.24] [S2.25] */
export const specifiedAddresses: HostMiddleware = async (c, next) => {
  const page = specifiedAddress(new URL(c.req.url));
  if (page !== null) return c.redirect(page, 308);
  await next();
};
