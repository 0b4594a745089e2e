import { ExternalLink } from "#web/ui/button.tsx";
import { linkParts } from "./link-parts.ts";

/** Plain text of the shop's with clickable links. [S1.4] [S14.2] */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: words, href }, at) =>
    href === null ? (
      words
    ) : (
      <ExternalLink key={at} href={href} className="link">
        {words}
      </ExternalLink>
    ),
  );
}
