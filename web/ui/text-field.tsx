import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldText, fieldLook } from "./field.tsx";

type Own = FieldText & { fieldClassName?: string };

/** One line of text, with its label, hint and error. */
export function TextField({ label, hint, error, className, fieldClassName, ...rest }: ComponentProps<"input"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(tied) => <input {...rest} {...tied} className={classNames(fieldLook, fieldClassName)} />}
    </Field>
  );
}

/** Several lines of text, with their label, hint and error. */
export function TextareaField({ label, hint, error, className, fieldClassName, ...rest }: ComponentProps<"textarea"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(tied) => <textarea rows={4} {...rest} {...tied} className={classNames(fieldLook, "leading-6", fieldClassName)} />}
    </Field>
  );
}

/** A choice of one from a list; the `option`s are its children. */
export function SelectField({ label, hint, error, className, fieldClassName, ...rest }: ComponentProps<"select"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(tied) => <select {...rest} {...tied} className={classNames(fieldLook, fieldClassName)} />}
    </Field>
  );
}
