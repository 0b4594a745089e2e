import { redirect } from "react-router";
import type { Route } from "./+types/former-change.ts";

/**
 * GET /admin/customers/:userId/promotion and …/demotion, where accounts were made admins: redirects
 * to the account, which leads to *People*. [S13.8]
 */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/customers?${new URLSearchParams({ search: params.userId })}`);
}
