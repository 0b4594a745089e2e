import { BUILD_HEADER } from "#web/parts/site/newer-build.ts";
import type { HostMiddleware } from "../host-env.ts";

/** What scripts of an open page request: data of pages, the router's list of scripts, the API. */
const forScripts = /\.data$|^\/(?:api|__manifest)(?:\/|$)/;

/** Says from which build an answer to a page's script is, so that an open page notices a newer one. */
export function sayingBuild(build: string | null): HostMiddleware {
  return async (c, next) => {
    await next();
    if (build !== null && forScripts.test(c.req.path)) c.res.headers.set(BUILD_HEADER, build);
  };
}
