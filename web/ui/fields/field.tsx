import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import { useStandingError } from "./use-standing-error.ts";

/**
 * The texts of a field. `error` is shown and announced until the field changes, or another one
 * named in `alsoAbout`.
 */
export type FieldText = { label: ReactNode; hint?: ReactNode; error?: string | null; alsoAbout?: readonly string[] };

/** The classes of an input of any width. 16 px, so that phones do not zoom in. */
export const controlStyle =
  "min-h-11 rounded-field border border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-soft " +
  "aria-invalid:border-red aria-invalid:border-2 disabled:bg-sunk disabled:text-soft [&:is([readonly])]:bg-sunk";

/** The classes of a text field, select or textarea of full width. */
export const fieldStyle = `w-full ${controlStyle}`;

/** A label, hint and error for one control, connected for screen readers. [S2.37] */
export function Field({
  label,
  hint,
  error: refused,
  alsoAbout,
  className,
  children,
}: FieldText & {
  className?: string;
  children: (tied: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined }) => ReactNode;
}) {
  const id = useId();
  const { place, standing: error } = useStandingError<HTMLDivElement>(refused, alsoAbout);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;

  return (
    <div ref={place} className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={hintId} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** A field's error. The element is always rendered, so that a new error is announced. */
function FieldError({ id, children }: { id: string; children?: string | null }) {
  return (
    <p id={id} role="alert" className={classNames("flex items-start gap-1.5 text-sm font-medium text-red-ink", !children && "hidden")}>
      {children && <Icon name="alert" className="mt-0.5 size-4" />}
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
    </p>
  );
}
