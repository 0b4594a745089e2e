import { requestContext } from "#web/context.ts";
import { privatePaths } from "#web/parts/site/private-paths.ts";
import type { Route } from "./+types/robots.ts";

/** `/robots.txt`: paths not to crawl, and the site map. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.get(requestContext).origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
