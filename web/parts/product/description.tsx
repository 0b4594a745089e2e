import { classNames } from "#web/ui/class-names.ts";

/** A product's description: the owner's HTML, sanitized when it was saved. [S2.10] */
export function Description({ html, className }: { html: string; className?: string }) {
  return <div className={classNames("description", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
