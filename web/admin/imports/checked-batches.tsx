import { Link } from "react-router";
import type { Texts } from "#messages/texts.ts";
import type { ListedDraft } from "#shop/stock/imports/batch.ts";
import { choosableSorts } from "#shop/stock/imports/line-kinds.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { batchPath, sortWords } from "./batch-words.ts";

type Props = { drafts: ListedDraft[]; toFirst: string | null; toNext: string | null };

/** A page of the imports that were checked but not added yet. */
export function CheckedBatches({ drafts, toFirst, toNext }: Props) {
  const texts = useTexts("adminImports");
  return (
    <Sheet title={texts("checkedNotAdded")}>
      <p className="text-soft">{texts("draftsForgotten")}</p>
      <ul className="-my-2 divide-y divide-line">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-col gap-1 py-2 sm:flex-row sm:items-center sm:justify-between sm:gap-4">
            <span className="flex min-w-0 flex-col">
              <Link to={batchPath(draft.id)} className="touch-link font-semibold underline underline-offset-2 wrap-anywhere">
                <OwnText language={draft.nameLanguage}>{draft.productName}</OwnText>
              </Link>
              <span className="text-sm text-soft wrap-anywhere">
                <When at={draft.createdAt} as="short" />
                <span>
                  {[draft.supplierName, draft.note, draft.adminName !== null && texts("byAdmin", { name: draft.adminName })]
                    .map((fact) => fact && `, ${fact}`)
                    .filter(Boolean)
                    .join("")}
                </span>
              </span>
            </span>
            <span className="figures text-sm sm:text-end">{foundIn(texts, draft)}</span>
          </li>
        ))}
      </ul>
      <ListPages toFirst={toFirst} toNext={toNext} />
    </Sheet>
  );
}

/** How many of its lines can be added. */
function foundIn(texts: Texts<"adminImports">, { report }: ListedDraft): string {
  const found = choosableSorts.filter((sort) => report[sort]);
  if (found.length === 0) return texts("noLineToAdd");
  return found.map((sort) => texts("labelCounted", { label: texts(sortWords[sort].label), n: report[sort] ?? 0 })).join(", ");
}
