import { withOddShown } from "#shop/stock/ids/odd-characters.ts";
import type { LinesOfKind, ShownLine } from "#shop/stock/imports/line-kinds.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { sortWords } from "./batch-words.ts";

/** What the product's IDs look like; empty if nobody said. */
type Pattern = { idPattern: string; idExample: string };

/** The kinds of lines of a checked draft, each with its count, its explanation and its lines. */
export function LinesOfKinds({ kinds, pattern }: { kinds: readonly LinesOfKind[]; pattern?: Pattern }) {
  const texts = useTexts("adminImports");
  return (
    <ul className="flex flex-col gap-3">
      {kinds.map((kind) => (
        <li key={kind.sort}>
          <p className="figures font-semibold">{texts("labelCounted", { label: texts(sortWords[kind.sort].label), n: kind.count })}</p>
          <div className="text-sm text-soft">
            <KindText kind={kind} pattern={pattern} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Explains a kind of line and lists the first ones; the list opens without JavaScript. */
export function KindText({ kind: { sort, count, first }, pattern }: { kind: LinesOfKind; pattern?: Pattern }) {
  const texts = useTexts("adminImports");
  return (
    <>
      <p>
        <span>{texts(sortWords[sort].text)}</span>
        {sort === "unlike" && pattern?.idPattern && <PatternText {...pattern} />}
      </p>
      {first.length > 0 && (
        <details className="group">
          <summary className="touch-link cursor-pointer gap-1 font-medium">
            <Icon name="down" className="group-open:rotate-180" />
            {rich(texts, first.length < count ? "firstLines" : "allLines", {
              count: first.length,
              sort: texts(sortWords[sort].label),
              unseen: (words) => <span className="unseen">{words}</span>,
            })}
          </summary>
          <ul className="well divide-y divide-line overflow-hidden">
            {first.map((line) => (
              <Line key={`${line.isOfFile}-${line.line}-${line.value}`} {...line} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Line({ sort, value, line, isOfFile, removed, alike }: ShownLine) {
  const texts = useTexts("adminImports");
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 px-3 py-1.5">
      <span className="min-w-0">
        <Exact className="text-ink">{sort === "odd" || sort === "alike" ? withOddShown(value) : value}</Exact>
        {alike !== undefined && <span className="block text-sm">{rich(texts, "sameAs", { id: () => <Exact>{alike}</Exact> })}</span>}
        {removed && <span className="block text-sm">{texts("charactersRemoved", { codes: [...new Set(removed)].join(", ") })}</span>}
      </span>
      <span className="figures text-sm whitespace-nowrap">{texts(isOfFile ? "lineOfFile" : "lineNumber", { line })}</span>
    </li>
  );
}

function PatternText({ idPattern, idExample }: Pattern) {
  const texts = useTexts("adminImports");
  const code = (text: string) => () => (
    <span translate="no" className="code wrap-anywhere">
      {text}
    </span>
  );
  return (
    <span>
      {" "}
      {idExample
        ? rich(texts, "patternIsSuchAs", { pattern: code(idPattern), example: code(idExample) })
        : rich(texts, "patternIs", { pattern: code(idPattern) })}
    </span>
  );
}
