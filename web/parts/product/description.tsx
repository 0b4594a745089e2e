import { classNames } from "#web/ui/class-names.ts";

/**
 * A product's description: the owner's HTML, sanitized when it was saved. `lang` is its language if
 * that is not the page's. [S2.10] [S11.2]
 */
export function Description({ html, lang, className }: { html: string; lang?: string | undefined; className?: string }) {
  return <div lang={lang} className={classNames("description", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
