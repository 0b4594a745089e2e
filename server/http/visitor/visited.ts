import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { PageContext } from "#web/context.ts";
import type { HostMiddleware } from "../host-env.ts";
import { languageFor } from "./visitor-language.ts";

/**
 * Determines who makes a request, once, and in which language they want their answer.
 * [S6.1] [S11.1]
 */
export function visited({ services, auth }: Pick<PageContext, "services" | "auth">): HostMiddleware {
  return async (c, next) => {
    c.set("services", services);
    c.set("auth", auth);
    if (!c.get("visitor")) c.set("visitor", await whoIs(services, auth, c.req.raw.headers));
    const { visitor } = c.var;
    c.set("language", languageFor(c.req.url, c.req.raw.headers, { account: visitor.kind === "guest" ? null : visitor.language }));
    await next();
  };
}
