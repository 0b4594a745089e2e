import { type ComponentProps, useState } from "react";
import { Field, type FieldText } from "./field.tsx";

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
          className="input input-file"
        />
      )}
    </Field>
  );
}
