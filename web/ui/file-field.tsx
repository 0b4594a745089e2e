import { type ComponentProps, useState } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldText, fieldLook } from "./field.tsx";

/** The look of a file input. */
export const fileLook = classNames(
  fieldLook,
  "p-1 text-sm file:me-3 file:min-h-9 file:rounded-md file:border-0 file:bg-sunk file:px-3 file:font-semibold file:text-ink",
);

/** One file. `faultOf` says at once what is wrong with it; the browser does not send it then. */
export function FileField({
  label,
  hint,
  error,
  className,
  faultOf,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "onChange"> & FieldText & { faultOf?: (file: File) => string | null }) {
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
            target.setCustomValidity(found ?? "");
          }}
          className={fileLook}
        />
      )}
    </Field>
  );
}
