import type { MetaDescriptor } from "react-router";
import { pageTitle } from "./page-title.ts";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** A page that strangers may find and pass on. Paths begin with `/` and are made whole with the shop's own origin. */
export type PublicPage = {
  title: string;
  /** What it is about, in a sentence or two; the shop's own words unless given. */
  description?: string;
  /** Its one address, whatever it was asked for by. */
  path: string;
  /** A picture of it, whole or a path; the shop's own unless given. */
  image?: string;
  /** Whether search engines may list it. */
  isListed?: boolean;
};

/** What search engines and whoever a page is passed on to get to see of it: for the `meta` of a route. */
export function pageMeta(page: PublicPage, matches: Matches): MetaDescriptor[] {
  const titles = pageTitle(page.title, matches);
  const root = rootOf(matches);
  if (!root) return titles;

  const { origin, settings } = root;
  const title = titles[0]?.title ?? page.title;
  const description = page.description || settings.blurb;
  const url = absolute(origin, page.path);
  return [
    ...titles,
    { name: "description", content: description },
    page.isListed === false ? { name: "robots", content: "noindex, follow" } : { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "en_IN" },
    { property: "og:site_name", content: settings.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...pictureMeta(origin, page.image),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** An address of the shop, whole; one that is whole already stays. */
export function absolute(origin: string, address: string): string {
  return URL.parse(address, origin)?.href ?? origin;
}

/** The shop's own origin, for what a route's `meta` writes itself. */
export function originIn(matches: Matches): string | null {
  return rootOf(matches)?.origin ?? null;
}

function pictureMeta(origin: string, image: string | undefined): MetaDescriptor[] {
  if (image) return [{ property: "og:image", content: absolute(origin, image) }];
  return [
    { property: "og:image", content: absolute(origin, SHOP_PICTURE) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: "A ticket beside a signal that shows green" },
  ];
}

const SHOP_PICTURE = "/share.png";

type Root = { origin: string; settings: { name: string; blurb: string } };

function rootOf(matches: Matches): Root | null {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return typeof root === "object" && root !== null && "origin" in root ? (root as Root) : null;
}
