import { messages } from "#shop/messages.ts";
import { withOddShown } from "#shop/stock/ids/odd-characters.ts";
import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { type LineSort, lineSorts } from "#shop/stock/imports/line-kinds.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sortWords } from "./batch-words.ts";

/** Explains a kind of line and lists the first ones; the list opens without JavaScript. */
export function SortText({ sort, batch }: { sort: LineSort; batch: CheckedBatch }) {
  const lines = batch.shown.filter((line) => line.sort === sort);
  const all = batch.report?.[sort] ?? 0;
  return (
    <>
      <p>
        <span>{sortWords[sort].text}</span>
        {sort === "unlike" && batch.idPattern && (
          <>
            <span> The pattern is </span>
            <span translate="no" className="code wrap-anywhere">
              {batch.idPattern}
            </span>
            {batch.idExample && (
              <span>
                , an example{" "}
                <span translate="no" className="code wrap-anywhere">
                  {batch.idExample}
                </span>
              </span>
            )}
            <span>.</span>
          </>
        )}
      </p>
      {lines.length > 0 && (
        <details className="group">
          <summary className="touch-link cursor-pointer gap-1 font-medium">
            <Icon name="down" className="group-open:rotate-180" />
            {lines.length < all ? `The first ${lines.length}` : lines.length === 1 ? "Which it is" : "Which they are"}
            <span className="unseen">: {sortWords[sort].label}</span>
          </summary>
          <ul className="well divide-y divide-line overflow-hidden">
            {lines.map(({ value, line, isOfFile, removed, alike }) => (
              <li key={`${isOfFile}-${line}`} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 px-3 py-1.5">
                <span className="min-w-0">
                  <Exact className="text-ink">{sort === "odd" || sort === "alike" ? withOddShown(value) : value}</Exact>
                  {alike !== undefined && (
                    <span className="block text-sm">
                      same as <Exact>{alike}</Exact>
                    </span>
                  )}
                  {removed && <span className="block text-sm">{messages.charactersRemoved(removed)}</span>}
                </span>
                <span className="figures text-sm whitespace-nowrap">
                  {isOfFile ? "file, line" : "line"} {line}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The kinds of lines that are not added, with their counts; renders nothing if there are none. */
export function LinesLeftOut({ batch, title, sorts }: { batch: CheckedBatch; title: string; sorts: (sort: LineSort) => boolean }) {
  const found = lineSorts.filter((sort) => batch.report?.[sort] && sorts(sort));
  if (found.length === 0) return null;
  return (
    <Sheet title={title}>
      <ul className="flex flex-col gap-3">
        {found.map((sort) => (
          <li key={sort}>
            <p className="figures font-semibold">
              {sortWords[sort].label}: {(batch.report?.[sort] ?? 0).toLocaleString("en-IN")}
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
