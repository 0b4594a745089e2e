import { ExternalLink } from "#web/ui/button.tsx";
import { linkParts } from "./link-parts.ts";

/** Plain text with its line breaks and clickable links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      {linkParts(text).map(({ text: words, href }, at) =>
        href === null ? (
          words
        ) : (
          <ExternalLink key={at} href={href} className="link">
            {words}
          </ExternalLink>
        ),
      )}
    </p>
  );
}
