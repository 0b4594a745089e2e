import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#web/root.tsx";

/** A language in which the owner may write a text. */
export type OwnerLanguage = { code: string; name: string; locale: string };

/** The shop's languages, beginning with the main one of the texts in a form. [S11.2] */
export function useOwnerLanguages(main: string): OwnerLanguage[] {
  const languages: OwnerLanguage[] = useRouteLoaderData<typeof rootLoader>("root")?.languages ?? [];
  const first = languages.find(({ code }) => code === main) ?? { code: main, name: main, locale: main };
  return [first, ...languages.filter(({ code }) => code !== main)];
}

/**
 * The name of a form's field for a text: `name`, and `translations.hi.name` in another language.
 */
export function fieldIn(language: string, main: string, field: string): string {
  return language === main ? field : `translations.${language}.${field}`;
}

/** Fields for one text in every language, side by side, or below each other on a phone. [S11.2] */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>;
}

/** A language's own name, as part of a label. */
export function LanguageName({ language: { name, locale } }: { language: OwnerLanguage }) {
  return <span lang={locale}>{name}</span>;
}
