import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { earlyTextOf } from "./early-text.ts";
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
      {(tied) => <Textarea rows={4} {...rest} {...tied} className={classNames("input", fieldClassName)} />}
    </Field>
  );
}

/**
 * Keeps what was typed before hydration, during which React sets a textarea back to its default
 * value, unless that is empty.
 */
function Textarea({ defaultValue, ...rest }: ComponentProps<"textarea"> & { id: string }) {
  const [early] = useState(() => (rest.value === undefined ? earlyTextIn(rest.id) : null));
  return <textarea {...rest} {...(rest.value === undefined && { defaultValue: early ?? defaultValue })} />;
}

/** What was typed over a text, which is not empty; null if nothing was, and on the server. */
function earlyTextIn(id: string): string | null {
  if (typeof document === "undefined") return null;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement && field.defaultValue !== "" ? earlyTextOf(field) : null;
}

/** A select with label, hint and error; the `option`s are its children. */
export function SelectField({ label, hint, error, alsoAbout, className, fieldClassName, ...rest }: ComponentProps<"select"> & Own) {
  return (
    <Field label={label} hint={hint} error={error} alsoAbout={alsoAbout} className={className}>
      {(tied) => <select {...rest} {...tied} className={classNames("input", fieldClassName)} />}
    </Field>
  );
}
