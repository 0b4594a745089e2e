import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#web/root.tsx";

const AS_ACCOUNT = "signedIn";

/**
 * The address of a form of an order's buyer. It says whether the page was shown to somebody who is
 * logged in, so that what is typed there waits for a login when that ended. [S4.10] [S14.13]
 */
export function useFormOfBuyer(path: string): string {
  const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>("root")?.signedIn);
  return isSignedIn ? `${path}?${AS_ACCOUNT}` : path;
}

/** Whether a form was sent from such a page. */
export function isFromAccount(request: Request): boolean {
  return new URL(request.url).searchParams.has(AS_ACCOUNT);
}
