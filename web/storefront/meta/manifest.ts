import { describe, textsIn } from "#messages/languages.ts";
import { logoPath } from "#shop/settings/look/logo-path.ts";
import { shownSettings } from "#shop/settings/shop-settings.ts";
import { requestContext } from "#web/context.ts";
import { nights } from "#web/parts/site/head-links.tsx";
import type { Route } from "./+types/manifest.ts";

/**
 * `/manifest.webmanifest`: the shop as an installable app, under its configured name and in the
 * visitor's language.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { settings, language } = context.get(requestContext);
  const { name, blurb, logo } = shownSettings(settings, language);
  const manifest = {
    id: "/",
    name,
    short_name: name.length <= SHORT_MAX_LENGTH ? name : (name.split(/\s+/)[0] ?? name).slice(0, SHORT_MAX_LENGTH),
    description: blurb,
    lang: describe(language).locale,
    start_url: "/",
    scope: "/",
    // An iPhone knows no `minimal-ui`, and notifies only shops that open like an app. [S12.10]
    display: "standalone",
    display_override: ["minimal-ui"],
    background_color: nights.light,
    theme_color: nights.light,
    shortcuts: [{ name: textsIn(language, "offline")("title"), url: "/offline" }],
    icons: [
      ...(logo ? [] : [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }]),
      { src: logo ? logoPath(logo, 192) : "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: logo ? logoPath(logo, 512) : "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: logo ? logoPath(logo, "maskable") : "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return Response.json(manifest, {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=600",
      Vary: "Accept-Language, Cookie",
    },
  });
}

/** Home screens truncate longer names. */
const SHORT_MAX_LENGTH = 12;
