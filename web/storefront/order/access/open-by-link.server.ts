import type { Services } from "#platform/provides.ts";
import { browserCookie, linkCookie, linkKeyIn } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { unlockOrder, withBrowserKey } from "#shop/orders/access/unlock-order.server.ts";
import { isRequestCode } from "#shop/orders/request-code.ts";

type Opened = { visitor: Visitor; headers: Headers };

/**
 * Grants this browser access to the order of its private link, which uses one of the order's device
 * places, and deletes the link's cookie. Returns the visitor with that access and the cookies to
 * set. [S6.6]
 */
export async function openByLink(
  services: Pick<Services, "db">,
  visitor: Visitor,
  requestCode: string,
  request: Request,
  isSecure: boolean,
): Promise<Opened> {
  const headers = new Headers();
  const accessKey = isRequestCode(requestCode) ? linkKeyIn(request.headers, requestCode) : null;
  if (accessKey === null || !isForSomebody(request)) return { visitor, headers };

  const { newBrowserKey } = await unlockOrder(services, visitor, requestCode, accessKey);
  headers.append("Set-Cookie", linkCookie(requestCode, null, isSecure));
  if (newBrowserKey === null) return { visitor, headers };
  headers.append("Set-Cookie", browserCookie(newBrowserKey, isSecure));
  return { visitor: withBrowserKey(visitor, newBrowserKey), headers };
}

const purposes = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/** Whether somebody will see the answer: not for HEAD requests, prefetches and previews. [S6.6] */
export function isForSomebody({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return method === "GET" && !purposes.some((name) => /prefetch|preview|prerender/i.test(headers.get(name) ?? ""));
}
