import { redirect } from "react-router";
import { forgottenBrowser } from "#shop/accounts/sessions/cookies.ts";
import { forgetBrowser } from "#shop/orders/access/forget-browser.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { clearIfAny } from "#web/parts/offline/use-ticket-check.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/my-orders-forgetting.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./my-orders.tsx";

/**
 * Ends this browser's access to the guest orders that it placed or opened, and empties its storage.
 * An admin's storage is left alone: nothing there is of orders. [S12.11]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const forgotten = await orSay(context, "failedToProcessRequest", () => forgetBrowser(services, visitor));
  if (!forgotten.ok) return say(context, forgotten);

  const headers = forgottenBrowser(request.headers, origin.startsWith("https:"));
  if (visitor.kind !== "admin") headers.set("Clear-Site-Data", '"storage"');
  return redirect("/my-orders", { status: 303, headers });
}

/** Browsers that do not know the header empty their storage by script. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  await clearIfAny();
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
