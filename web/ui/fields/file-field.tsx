import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { Field, type FieldText, fieldStyle } from "./field.tsx";

/**
 * A field for one file. `faultOf` checks it at once; with a fault the browser does not send the
 * form. `onFile` is called with the chosen file or null.
 */
export function FileField({
  label,
  hint,
  error,
  className,
  faultOf,
  onFile,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "onChange"> &
  FieldText & { faultOf?: (file: File) => string | null; onFile?: (file: File | null) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Field label={label} hint={hint} error={fault ?? error} className={className}>
      {(tied) => (
        <input
          {...rest}
          {...tied}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            const found = (file && faultOf?.(file)) ?? null;
            setFault(found);
            onFile?.(file ?? null);
            target.setCustomValidity(found ?? "");
          }}
          className={fileInputStyle}
        />
      )}
    </Field>
  );
}

/** The classes of a file input. */
export const fileInputStyle = classNames(
  fieldStyle,
  "p-1 text-sm file:me-3 file:min-h-9 file:rounded-md file:border-0 file:bg-sunk file:px-3 file:font-semibold file:text-ink",
);
