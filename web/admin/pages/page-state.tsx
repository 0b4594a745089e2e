import type { EditedPage } from "#shop/pages/page.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";

/** Whether visitors see a page's text, and since when. */
export function PageState({ page }: { page: Pick<EditedPage, "publishedAt" | "updatedAt"> | undefined }) {
  const texts = useTexts("adminPages");
  if (!page?.updatedAt) return <Badge tone="slate">{texts("notSaved")}</Badge>;
  const { publishedAt } = page;
  if (publishedAt === null)
    return (
      <Badge tone="amber" icon="edit">
        {texts("draft")}
      </Badge>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="green" icon="check">
        {texts("published")}
      </Badge>
      <span className="text-sm text-soft">{rich(texts, "since", { time: () => <When at={publishedAt} as="date" /> })}</span>
    </span>
  );
}
