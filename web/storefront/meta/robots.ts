import { originContext } from "#web/context.ts";
import { privatePaths } from "#web/parts/private-paths.ts";
import type { Route } from "./+types/robots.ts";

/** `/robots.txt`: what search engines are asked to leave alone, and where the site map is. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.get(originContext)}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
