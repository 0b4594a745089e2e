import { createContext, createElement, Fragment, type ReactNode, use, useState } from "react";
import { describe, type Language, textsIn } from "#messages/languages.ts";
import type { KeyIn, Namespace, Texts } from "#messages/texts.ts";
import { comingTexts, loadedTexts, localeOfPage, PAGE_TEXTS, type PageTexts, textsAddress } from "./page-texts.ts";
import { comingParts } from "./parts/site/lazy-part.ts";

/**
 * The page's language. On the server, `rendered` collects the namespaces whose texts the page
 * shows, because the browser needs those.
 */
type Shown = { language: Language; rendered?: { version: string; namespaces: Set<Namespace> } };
export const PageLanguage = createContext<Shown>({ language: "en" });

/** The language that this page is in. */
export function useLanguage(): Language {
  return use(PageLanguage).language;
}

/** The locale of this page's numbers and dates, such as `hi-IN`. */
export function useLocale(): string {
  const { language } = use(PageLanguage);
  return import.meta.env.SSR ? describe(language).locale : localeOfPage();
}

/** The texts of a namespace in the page's language. [S11.1] */
export function useTexts<N extends Namespace>(namespace: N): Texts<N> {
  const { language, rendered } = use(PageLanguage);
  rendered?.namespaces.add(namespace);
  return textsFor(language, namespace);
}

/**
 * The texts of a namespace for a route's `meta`, which has no React context but the data of all
 * routes on the page.
 */
export function textsOfPage<N extends Namespace>(matches: Matches, namespace: N): Texts<N> {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { language?: Language } | undefined;
  return textsFor(root?.language ?? "en", namespace);
}
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** A text with tags, as React shows it: each tag becomes what its function returns. */
export function rich<N extends Namespace, K extends KeyIn<N>>(
  texts: Texts<N>,
  ...asked: Parameters<typeof texts.parts<K, ReactNode>>
): ReactNode {
  return createElement(Fragment, null, ...texts.parts(...asked));
}

/**
 * Says which texts the browser needs to make this page its own, and where they are. Stands behind
 * everything that shows a text, and on the server waits for the parts whose script is not there
 * yet.
 */
export function TextsOfPage() {
  const { language, rendered } = use(PageLanguage);
  if (import.meta.env.SSR) for (let parts = comingParts(); parts; parts = comingParts()) use(parts);
  const [page] = useState(() => (import.meta.env.SSR && rendered ? pageTexts(language, rendered) : null));
  return (
    <script
      type="application/json"
      id={PAGE_TEXTS}
      data-src={page ? textsAddress(page, page.namespaces) : undefined}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: page ? JSON.stringify(page) : "" }}
    />
  );
}

/** The namespaces in one order, so that pages with the same ones share a file. */
function pageTexts(language: Language, { version, namespaces }: NonNullable<Shown["rendered"]>): PageTexts {
  return { language, locale: describe(language).locale, version, namespaces: [...namespaces].sort() };
}

/**
 * The server has the texts of all languages, the browser those that came with its pages. If others
 * are shown later, React keeps what it shows until they are there.
 */
function textsFor<N extends Namespace>(language: Language, namespace: N): Texts<N> {
  if (import.meta.env.SSR) return textsIn(language, namespace);
  const coming = comingTexts(namespace);
  if (coming) use(coming);
  return loadedTexts(namespace);
}
