import { type Auth, openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { TEST_SECRET } from "../shop/shop.ts";

/** Opens authentication for a test shop, which runs on this machine over plain http. */
export function openTestAuth(services: Parameters<typeof openAuth>[0]): Auth {
  return openAuth(services, { appUrl: "http://localhost:3000", secret: TEST_SECRET });
}
