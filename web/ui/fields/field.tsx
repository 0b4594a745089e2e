import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import { useStandingError } from "./use-standing-error.ts";

/**
 * The texts of a field. `error` is shown and announced until the field changes, or another one
 * named in `alsoAbout`.
 */
export type FieldText = { label: ReactNode; hint?: ReactNode; error?: string | null; alsoAbout?: readonly string[] };

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
    <div ref={place} className={classNames("field", className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={hintId} className="field-hint">
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
    <p id={id} role="alert" className="field-error">
      {children && (
        <>
          <Icon name="alert" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}
