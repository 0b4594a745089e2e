import { type Auth, openAuth } from "#shop/accounts/auth.server.ts";
import { TEST_SECRET } from "./shop.ts";

/** Opens who is let in to a test's shop, which stands on this machine by plain http. */
export function openTestAuth(services: Parameters<typeof openAuth>[0]): Auth {
  return openAuth(services, { appUrl: "http://localhost:3000", secret: TEST_SECRET });
}
