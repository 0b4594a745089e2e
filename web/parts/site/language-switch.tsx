import { useLocation } from "react-router";
import type { Language } from "#messages/languages.ts";
import { useLanguage, useTexts } from "#web/texts.tsx";

/** The languages of the shop, each with its own name. */
export type Languages = { code: Language; name: string; locale: string }[];

/**
 * Links to this page in each other language, by its own name. The page's answer stores the choice,
 * so that it holds without JavaScript too. [S11.1]
 */
export function LanguageSwitch({ languages, className }: { languages: Languages; className: string }) {
  const texts = useTexts("language");
  const shown = useLanguage();
  const { pathname, search } = useLocation();
  const addressIn = (code: string) => {
    const asked = new URLSearchParams(search);
    asked.set("lang", code);
    return `${pathname}?${asked}`;
  };
  return (
    <ul aria-label={texts("choose")} className="contents">
      {languages
        .filter(({ code }) => code !== shown)
        .map(({ code, name, locale }) => (
          <li key={code} className="contents">
            <a href={addressIn(code)} hrefLang={code} lang={locale} className={className}>
              {name}
            </a>
          </li>
        ))}
    </ul>
  );
}
