import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { filledIn } from "#messages/keyed-text.ts";
import type { Texts } from "#messages/texts.ts";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { ADDED_LINES_MAX } from "#shop/stock/constants.ts";
import { readIdList } from "#shop/stock/parsing/id-list.ts";
import { readTextFile } from "#shop/stock/parsing/ids-file.ts";
import { formatOf, needsPreview } from "#shop/stock/parsing/text-format.ts";
import { useTexts } from "#web/texts.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { MoreFields } from "#web/ui/more-fields.tsx";
import { wrongAt } from "../products/editing/product-field.ts";
import type { ProductAnswer, TypedProduct } from "../products/product-answer.ts";
import { IdsCheck } from "./ids-check.tsx";
import { IdsPreview } from "./ids-preview.tsx";

/**
 * Fields to paste IDs or choose a file, one ID per line. For a table or formatted list a preview
 * below asks what one ID is. If `required`, a chosen file is enough. [S2.34] [S5.8] [S5.11]
 */
export function IdsFields({
  label,
  hint,
  productId,
  typed,
  required = false,
  answer,
  isSuggested = false,
  isFileOnDemand = false,
}: {
  label: string;
  hint?: string;
  /** The product that they are for, if the form does not choose one. */
  productId?: string;
  /** What was typed in a refused form without JavaScript. */
  typed?: Partial<TypedProduct>;
  required?: boolean;
  answer: ProductAnswer | undefined;
  /** Whether the likely layout is preselected, because the next page asks for confirmation. */
  isSuggested?: boolean;
  /** Whether a file is the rarer way, whose field opens on demand. */
  isFileOnDemand?: boolean;
}) {
  const texts = useTexts("adminIds");
  const [pasted, setPasted] = useState(typed?.ids ?? "");
  const [file, setFile] = useState<File | null>(null);
  const read = useTextOf(file);
  const text = useDeferredValue(pasted.trim() === "" && read?.ok ? read.value : pasted);
  const format = useMemo(() => formatOf(text), [text]);
  const errorOf = (field: "ids" | "idsFile") => wrongAt(answer, field);
  const fileError = read?.ok === false ? filledIn(texts, read) : errorOf("idsFile");
  const fileField = (
    <FileField
      label={texts("orChooseFile")}
      name="idsFile"
      accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
      hint={texts("fileHint", { megabytes: ADDED_TEXT_MAX_LENGTH / 1_000_000, lines: ADDED_LINES_MAX })}
      error={fileError}
      onFile={setFile}
      faultOf={({ size }) => (size > ADDED_TEXT_MAX_LENGTH ? texts("idsFileTooBig") : null)}
    />
  );
  return (
    <>
      <PastedIds
        label={label}
        hint={hint ?? texts("idsHint")}
        value={typed?.ids}
        text={pasted}
        isOfLines={needsPreview(format)}
        onText={setPasted}
        required={required && file === null}
        rows={isFileOnDemand ? 4 : 8}
        error={errorOf("ids")}
      />
      {!isFileOnDemand && <div className="contents">{fileField}</div>}
      <IdsPreview text={text} format={format} typed={typed} isSuggested={isSuggested} />
      {!isSuggested && <IdsCheck productId={productId} text={text} />}
      {isFileOnDemand && (
        <MoreFields title={texts("orChooseFile")} isOpen={fileError !== null}>
          {fileField}
        </MoreFields>
      )}
    </>
  );
}

/** A field for pasted IDs that counts them while typing. */
function PastedIds({
  label,
  hint,
  value,
  text,
  isOfLines,
  onText,
  required,
  rows,
  error,
}: {
  label: string;
  hint: string;
  value?: string;
  text: string;
  /** Whether the counter counts lines, because it is not known yet what an ID is. */
  isOfLines: boolean;
  onText: (text: string) => void;
  required: boolean;
  rows: number;
  error: string | null;
}) {
  const texts = useTexts("adminIds");
  const list = useMemo(() => readIdList(text), [text]);
  return (
    <TextareaField
      label={label}
      name="ids"
      rows={rows}
      required={required}
      defaultValue={value}
      onChange={(event) => onText(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={
        <>
          <span>{hint}</span>
          {text !== "" && list.ok && (
            <span className="figures ms-1 inline-block font-semibold">{countOf(texts, list.value, isOfLines)}</span>
          )}
        </>
      }
      error={error ?? (list.ok ? null : filledIn(texts, list))}
      translate="no"
      fieldClassName="code max-h-[60dvh]"
    />
  );
}

/** A file's text, read in the browser; null without a file, or if only the server can read it. */
function useTextOf(file: File | null): ReturnType<typeof readTextFile> | null {
  const [read, setRead] = useState<ReturnType<typeof readTextFile> | null>(null);
  useEffect(() => {
    let isWanted = true;
    setRead(null);
    if (file && file.size <= ADDED_TEXT_MAX_LENGTH) {
      const take = (bytes: ArrayBuffer) => isWanted && setRead(readTextFile(new Uint8Array(bytes)));
      file.arrayBuffer().then(take, () => {});
    }
    return () => {
      isWanted = false;
    };
  }, [file]);
  return read;
}

function countOf(texts: Texts<"adminIds">, { values, repeated }: { values: string[]; repeated: number }, isOfLines: boolean): string {
  const count = values.length;
  if (repeated > 0) return texts(isOfLines ? "countedLinesRepeated" : "countedIdsRepeated", { count, repeated });
  return texts(isOfLines ? "countedLines" : "countedIds", { count });
}
