import { type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import type { Layout } from "#shop/catalogue/id-layout-fields.ts";
import { type LayoutChoice, previewOf, seenPreview } from "#shop/stock/parsing/id-layout.ts";
import { JOINER } from "#shop/stock/parsing/lines-by-layout.ts";
import { needsPreview, type TextFormat } from "#shop/stock/parsing/text-format.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { TypedProduct } from "../products/product-answer.ts";
import { IdsColumns } from "./ids-columns.tsx";

type Columns = Omit<LayoutChoice, "layout">;

/**
 * Asks what one ID is if the text is a table, a list in one line, or has decorations around its
 * IDs; each option shows the resulting IDs. Shows nothing for plain lines. Without JavaScript the
 * server answers the first post with this preview. [S5.11]
 */
export function IdsPreview({
  text,
  format,
  typed = {},
  isSuggested,
}: {
  text: string;
  format: TextFormat;
  typed?: Partial<TypedProduct>;
  isSuggested: boolean;
}) {
  if (!needsPreview(format)) return null;
  const typedHere = typed.ids === text ? typed : {};
  return <LayoutFields key={JSON.stringify(format.table)} text={text} format={format} typed={typedHere} isSuggested={isSuggested} />;
}

/** The likely layout comes first. */
function layoutsFor({ table, listSeparator, isDecorated }: TextFormat): Layout[] {
  return [
    ...(table ? ["columns" as const] : []),
    ...(listSeparator ? ["list" as const] : []),
    ...(isDecorated ? ["bare" as const] : []),
    "lines",
  ];
}

const labels: Record<Layout, KeyIn<"adminIds">> = {
  columns: "columnsOfTable",
  list: "severalInLine",
  bare: "bareLines",
  lines: "wholeLines",
};

function LayoutFields({
  text,
  format,
  typed,
  isSuggested,
}: {
  text: string;
  format: TextFormat;
  typed: Partial<TypedProduct>;
  isSuggested: boolean;
}) {
  const texts = useTexts("adminIds");
  const fields = useRef<HTMLFieldSetElement>(null);
  const [columns, setColumns] = useState<Columns>(() => columnsOf(format, typed));
  const takeChosen = () => {
    if (fields.current && format.table) setColumns(columnsIn(fields.current));
  };
  // Keeps choices made before hydration.
  useLayoutEffect(takeChosen, []);
  const layouts = layoutsFor(format);
  const first = typed.layout || (isSuggested ? layouts[0] : undefined);
  return (
    <fieldset ref={fields} onChange={takeChosen} className="flex flex-col gap-3 rounded-field border border-edge p-4 pt-2">
      <legend className="-ms-1 px-1 font-semibold">{texts("whatOneIdIs")}</legend>
      <p className="text-sm text-soft">{texts("idsHowToRead")}</p>
      <input type="hidden" name="previewed" value={seenPreview(text, columns)} />
      {layouts.map((layout) => (
        <LayoutOption key={layout} layout={layout} text={text} columns={columns} isChosen={first === layout}>
          {layout === "columns" && format.table && <IdsColumns table={format.table} chosen={columns} />}
        </LayoutOption>
      ))}
    </fieldset>
  );
}

function LayoutOption({
  layout,
  text,
  columns,
  isChosen,
  children,
}: {
  layout: Layout;
  text: string;
  columns: Columns;
  isChosen: boolean;
  children: ReactNode;
}) {
  const texts = useTexts("adminIds");
  const id = useId();
  const preview = useMemo(() => previewOf(text, { layout, ...columns }), [text, layout, columns]);
  const { count, first, name, rounded } = preview;
  return (
    <div className="layout-option">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="radio" name="layout" value={layout} required defaultChecked={isChosen} aria-describedby={id} className="radio" />
        <span>{texts(labels[layout])}</span>
      </label>
      {children}
      <div id={id} className="flex flex-col gap-1 text-sm" aria-live="polite">
        <p className="figures text-soft">
          {count > first.length ? texts("previewFirst", { count, shown: first.length }) : texts("previewAll", { count })}
        </p>
        <ul translate="no" className="code flex flex-col gap-1">
          {first.map(({ value, line }, at) => (
            <li key={`${line}-${at}`} className="max-h-24 overflow-y-auto rounded-field bg-sunk px-2 py-1 break-all whitespace-pre-wrap">
              {value}
            </li>
          ))}
        </ul>
        {name !== null && <Alert kind="warning">{texts("idsHaveName", { name })}</Alert>}
        {rounded > 0 && <Alert kind="warning">{texts("idsRounded", { n: rounded })}</Alert>}
      </div>
    </div>
  );
}

/** The columns chosen in a form without JavaScript, otherwise the likely ones. */
function columnsOf({ table }: TextFormat, typed: Partial<TypedProduct>): Columns {
  if (!typed.previewed)
    return { columns: (table?.suggested ?? []).map((at) => at + 1), hasHeader: table?.hasHeader ?? false, joiner: JOINER };
  const columns = (typed.columns ?? "").split("\n").filter((column) => /^\d{1,5}$/.test(column));
  return { columns: columns.map(Number), hasHeader: typed.hasHeader === "on", joiner: typed.joiner ?? JOINER };
}

function columnsIn(fields: HTMLFieldSetElement): Columns {
  const ticked = (name: string) => Array.from(fields.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`));
  return {
    columns: ticked("columns").map(({ value }) => Number(value)),
    hasHeader: ticked("hasHeader").length > 0,
    joiner: fields.querySelector<HTMLSelectElement>('select[name="joiner"]')?.value ?? JOINER,
  };
}
