import type { MetaDescriptor } from "react-router";
import type { Language } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";
import { logoPath } from "#shop/settings/look/logo-path.ts";
import { textsOfPage } from "#web/texts.tsx";
import type { Languages } from "./language-switch.tsx";
import { pageTitle } from "./page-title.ts";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * A page for search engines and link previews. Paths begin with `/` and are made absolute with the
 * shop's origin.
 */
type PublicPage = {
  title: string;
  /** One or two sentences; the shop's own description by default. */
  description?: string;
  /** The canonical path. */
  path: string;
  /** A preview picture, as a URL or a path; the shop's own by default. */
  image?: string;
  /** Whether search engines may list it. */
  isListed?: boolean;
};

/** The meta tags for search engines and link previews: for the `meta` of a route. */
export function pageMeta(page: PublicPage, matches: Matches): MetaDescriptor[] {
  const titles = pageTitle(page.title, matches);
  const root = rootOf(matches);
  if (!root) return titles;

  const { origin, settings } = root;
  const title = titles[0]?.title ?? page.title;
  const description = page.description || settings.blurb;
  const addressIn = (code: string) => absolute(origin, `${page.path}${page.path.includes("?") ? "&" : "?"}lang=${code}`);
  const url = root.isLanguageFixed ? addressIn(root.language) : absolute(origin, page.path);
  const alternate = (hrefLang: string, href: string) => ({ tagName: "link" as const, rel: "alternate", hrefLang, href });
  const alternates = [
    ...root.languages.map(({ code }) => alternate(code, addressIn(code))),
    alternate("x-default", absolute(origin, page.path)),
  ];
  const localeOf = ({ locale }: { locale: string }) => locale.replace("-", "_");
  const [shown = [], others = []] = [true, false].map((is) => root.languages.filter(({ code }) => (code === root.language) === is));
  return [
    ...titles,
    { name: "description", content: description },
    ...(page.isListed === false
      ? [{ name: "robots", content: "noindex, follow" }]
      : [{ tagName: "link", rel: "canonical", href: url }, ...alternates]),
    { property: "og:type", content: "website" },
    ...shown.map((language) => ({ property: "og:locale", content: localeOf(language) })),
    ...others.map((language) => ({ property: "og:locale:alternate", content: localeOf(language) })),
    { property: "og:site_name", content: settings.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...pictureMeta(root, page.image, textsOfPage(matches, "site")),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Makes a path absolute; a full URL stays as it is. */
export function absolute(origin: string, address: string): string {
  return URL.parse(address, origin)?.href ?? origin;
}

/** The shop's origin, for a route's own `meta`. */
export function originIn(matches: Matches): string | null {
  return rootOf(matches)?.origin ?? null;
}

function pictureMeta({ origin, settings: { logo } }: Root, image: string | undefined, texts: Texts<"site">): MetaDescriptor[] {
  if (image) return [{ property: "og:image", content: absolute(origin, image) }];
  return [
    { property: "og:image", content: absolute(origin, logo ? logoPath(logo, "share") : SHOP_PICTURE) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: texts("pictureOfShop") },
  ];
}

const SHOP_PICTURE = "/share.png";

type Root = {
  origin: string;
  settings: { name: string; blurb: string; logo: string | null };
  language: Language;
  languages: Languages;
  isLanguageFixed: boolean;
};

function rootOf(matches: Matches): Root | null {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return typeof root === "object" && root !== null && "origin" in root ? (root as Root) : null;
}
