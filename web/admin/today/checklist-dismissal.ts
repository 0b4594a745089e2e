import { redirect } from "react-router";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/checklist-dismissal.ts";
import { dismissedChecklist } from "./checklist-cookie.ts";

export { default, loader } from "./today.tsx";

/**
 * Hides the checklist of the first hour in this browser: POST /admin/checklist/dismissal. [S12.2]
 */
export function action({ context }: Route.ActionArgs) {
  const isSecure = context.get(requestContext).origin.startsWith("https:");
  return redirect("/admin", { status: 303, headers: { "Set-Cookie": dismissedChecklist(isSecure) } });
}
