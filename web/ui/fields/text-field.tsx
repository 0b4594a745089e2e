import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Field, type FieldText } from "./field.tsx";

type Own = FieldText & { fieldClassName?: string };

/** A line of text with label, hint and error. */
export function TextField({ label, hint, error, alsoAbout, className, fieldClassName, ...rest }: ComponentProps<"input"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} alsoAbout={alsoAbout} className={className}>
      {(tied) => <input {...rest} {...tied} className={classNames("input", fieldClassName)} />}
    </Field>
  );
}

/** A textarea with label, hint and error. */
export function TextareaField({ label, hint, error, alsoAbout, className, fieldClassName, ...rest }: ComponentProps<"textarea"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} alsoAbout={alsoAbout} className={className}>
      {(tied) => <textarea rows={4} {...rest} {...tied} className={classNames("input", fieldClassName)} />}
    </Field>
  );
}

/** A select with label, hint and error; the `option`s are its children. */
export function SelectField({ label, hint, error, alsoAbout, className, fieldClassName, ...rest }: ComponentProps<"select"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} alsoAbout={alsoAbout} className={className}>
      {(tied) => <select {...rest} {...tied} className={classNames("input", fieldClassName)} />}
    </Field>
  );
}
