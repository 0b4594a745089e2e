import { withOddShown } from "#shop/stock/ids/odd-characters.ts";
import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { type LineSort, lineSorts } from "#shop/stock/imports/line-kinds.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sortWords } from "./batch-words.ts";

/** Explains a kind of line and lists the first ones; the list opens without JavaScript. */
export function SortText({ sort, batch }: { sort: LineSort; batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const lines = batch.shown.filter((line) => line.sort === sort);
  const all = batch.report?.[sort] ?? 0;
  return (
    <>
      <p>
        <span>{texts(sortWords[sort].text)}</span>
        {sort === "unlike" && batch.idPattern && <Pattern pattern={batch.idPattern} example={batch.idExample} />}
      </p>
      {lines.length > 0 && (
        <details className="group">
          <summary className="touch-link cursor-pointer gap-1 font-medium">
            <Icon name="down" className="group-open:rotate-180" />
            {rich(texts, lines.length < all ? "firstLines" : "allLines", {
              count: lines.length,
              sort: texts(sortWords[sort].label),
              unseen: (words) => <span className="unseen">{words}</span>,
            })}
          </summary>
          <ul className="well divide-y divide-line overflow-hidden">
            {lines.map(({ value, line, isOfFile, removed, alike }) => (
              <li key={`${isOfFile}-${line}`} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 px-3 py-1.5">
                <span className="min-w-0">
                  <Exact className="text-ink">{sort === "odd" || sort === "alike" ? withOddShown(value) : value}</Exact>
                  {alike !== undefined && (
                    <span className="block text-sm">{rich(texts, "sameAs", { id: () => <Exact>{alike}</Exact> })}</span>
                  )}
                  {removed && (
                    <span className="block text-sm">{texts("charactersRemoved", { codes: [...new Set(removed)].join(", ") })}</span>
                  )}
                </span>
                <span className="figures text-sm whitespace-nowrap">{texts(isOfFile ? "lineOfFile" : "lineNumber", { line })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** What the product's IDs look like. */
function Pattern({ pattern, example }: { pattern: string; example: string }) {
  const texts = useTexts("adminImports");
  const code = (text: string) => () => (
    <span translate="no" className="code wrap-anywhere">
      {text}
    </span>
  );
  return (
    <span>
      {" "}
      {example
        ? rich(texts, "patternIsSuchAs", { pattern: code(pattern), example: code(example) })
        : rich(texts, "patternIs", { pattern: code(pattern) })}
    </span>
  );
}

/** The kinds of lines that are not added, with their counts; renders nothing if there are none. */
export function LinesLeftOut({ batch, title, sorts }: { batch: CheckedBatch; title: string; sorts: (sort: LineSort) => boolean }) {
  const texts = useTexts("adminImports");
  const found = lineSorts.filter((sort) => batch.report?.[sort] && sorts(sort));
  if (found.length === 0) return null;
  return (
    <Sheet title={title}>
      <ul className="flex flex-col gap-3">
        {found.map((sort) => (
          <li key={sort}>
            <p className="figures font-semibold">
              {texts("labelCounted", { label: texts(sortWords[sort].label), n: batch.report?.[sort] ?? 0 })}
            </p>
            <div className="text-sm text-soft">
              <SortText sort={sort} batch={batch} />
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
