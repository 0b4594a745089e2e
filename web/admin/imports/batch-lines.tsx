import type { CheckedBatch } from "#shop/stock/batch.ts";
import { type LineSort, lineSorts } from "#shop/stock/line-sorts.ts";
import { withOddShown } from "#shop/stock/odd-characters.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sortWords } from "./batch-words.ts";

/** What a kind of lines is, and the first of them, behind a word that opens without script. */
export function SortText({ sort, batch }: { sort: LineSort; batch: CheckedBatch }) {
  const lines = batch.shown.filter((line) => line.sort === sort);
  const all = batch.report?.[sort] ?? 0;
  return (
    <>
      <p>
        {sortWords[sort].text}
        {sort === "unlike" && batch.idPattern && (
          <>
            {" "}
            The pattern is <span className="code wrap-anywhere">{batch.idPattern}</span>
            {batch.idExample && (
              <>
                , an example <span className="code wrap-anywhere">{batch.idExample}</span>
              </>
            )}
            .
          </>
        )}
      </p>
      {lines.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 font-medium text-action">
            <Icon name="down" className="size-4 group-open:rotate-180" />
            {lines.length < all ? `The first ${lines.length}` : lines.length === 1 ? "Which it is" : "Which they are"}
            <span className="unseen">: {sortWords[sort].label}</span>
          </summary>
          <ul className="divide-y divide-line overflow-hidden rounded-field border border-line bg-sunk">
            {lines.map(({ value, line, isOfFile }) => (
              <li key={`${isOfFile}-${line}`} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 px-3 py-1.5">
                <span className="code min-w-0 break-all text-ink">{sort === "odd" ? withOddShown(value) : value}</span>
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

/** The kinds of lines that were found and are not added, with how many they are; nothing where there is none. */
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
