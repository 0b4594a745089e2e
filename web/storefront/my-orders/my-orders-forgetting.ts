import { redirect } from "react-router";
import { forgottenBrowser } from "#shop/accounts/sessions/cookies.ts";
import { forgetBrowser } from "#shop/orders/access/forget-browser.server.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { clearIfAny } from "#web/parts/offline/use-ticket-check.ts";
import { type Asked, runAction } from "#web/run-action.ts";
import type { Route } from "./+types/my-orders-forgetting.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./my-orders.tsx";

/**
 * Ends this browser's access to the guest orders that it placed or opened, and empties its storage.
 * An admin's storage is left alone: nothing there is of orders. [S12.11]
 */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { failed: "failedToProcessRequest", goTo: (_, asked) => redirect("/my-orders", { status: 303, headers: forgotten(asked) }) },
    ({ services, visitor }) => forgetBrowser(services, visitor),
  );
}

function forgotten({ headers: sent, origin, visitor }: Pick<Asked, "headers" | "origin" | "visitor">): Headers {
  const headers = forgottenBrowser(sent, origin.startsWith("https:"));
  if (visitor.kind !== "admin") headers.set("Clear-Site-Data", '"storage"');
  return headers;
}

/** Browsers that do not know the header empty their storage by script. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  await clearIfAny();
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
