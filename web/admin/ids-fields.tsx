import { useMemo, useState } from "react";
import { ADDED_LINES_MAX, ADDED_TEXT_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { readIdList } from "#shop/stock/id-list.ts";
import { FileField } from "#web/ui/file-field.tsx";
import { TextareaField } from "#web/ui/text-field.tsx";
import type { ProductAnswer } from "./product-answer.ts";
import { fieldOf } from "./product-fields.tsx";

/** Where IDs are pasted, or chosen as a file, one per line. Where they are `required`, a chosen file is enough. [S2.34] [S5.8] [S5.11] */
export function IdsFields({
  label,
  hint = "One per line.",
  value,
  required = false,
  answer,
  fileLabel = "Or choose a text file",
  onFile,
}: {
  label: string;
  hint?: string;
  value?: string;
  required?: boolean;
  answer: ProductAnswer | undefined;
  fileLabel?: string;
  /** Hears which file is chosen, null for none. */
  onFile?: (file: File | null) => void;
}) {
  const [hasFile, setHasFile] = useState(false);
  const errorOf = (field: "ids" | "idsFile") => (answer && !answer.ok && fieldOf(answer) === field ? answer.sentence : null);
  return (
    <>
      <PastedIds label={label} hint={hint} value={value} required={required && !hasFile} error={errorOf("ids")} />
      <FileField
        label={fileLabel}
        name="idsFile"
        accept=".txt,.csv,text/plain"
        hint={`One ID per line, at most ${ADDED_TEXT_MAX_LENGTH / 1_000_000} MB and ${ADDED_LINES_MAX.toLocaleString("en-IN")} lines.`}
        error={errorOf("idsFile")}
        onFile={(file) => {
          setHasFile(file !== null);
          onFile?.(file);
        }}
        faultOf={({ size }) => (size > ADDED_TEXT_MAX_LENGTH ? messages.idsFileTooBig : null)}
      />
    </>
  );
}

/** Tells the number of the pasted IDs while they are typed. */
function PastedIds({
  label,
  hint,
  value,
  required,
  error,
}: {
  label: string;
  hint: string;
  value?: string;
  required: boolean;
  error: string | null;
}) {
  const [text, setText] = useState(value ?? "");
  const list = useMemo(() => readIdList(text), [text]);
  return (
    <TextareaField
      label={label}
      name="ids"
      rows={8}
      required={required}
      defaultValue={value}
      onChange={(event) => setText(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={
        <>
          {hint}{" "}
          {text !== "" && list.ok && (
            <span className="figures inline-block font-semibold">
              {list.value.values.length} {list.value.values.length === 1 ? "ID" : "IDs"}
              {list.value.repeated > 0 && `, ${list.value.repeated} repeated`}
            </span>
          )}
        </>
      }
      error={error ?? (list.ok ? null : list.sentence)}
      fieldClassName="code max-h-[60dvh]"
    />
  );
}
