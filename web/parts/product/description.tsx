import { classNames } from "#web/ui/class-names.ts";

/** A product's description: the owner's HTML, which was cleaned when it was written, kept inside its card. [S2.10] */
export function Description({ html, className }: { html: string; className?: string }) {
  return <div className={classNames("description", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
