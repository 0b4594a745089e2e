import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** What every field can say about itself. `error` stands beside it and is announced. */
export type FieldText = { label: ReactNode; hint?: ReactNode; error?: string | null };

/** The look of what one types into, at any width. 16 px, so that a phone does not zoom in. */
export const controlLook =
  "min-h-11 rounded-field border border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-soft " +
  "aria-invalid:border-red aria-invalid:border-2 disabled:bg-sunk disabled:text-soft [&:is([readonly])]:bg-sunk";

/** The look of a text field, a select and a textarea: as wide as its place. */
export const fieldLook = `w-full ${controlLook}`;

/** A label, what stands under it, and the error about it, tied to one control for a screen reader. [S2.37] */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: FieldText & {
  className?: string;
  children: (tied: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined }) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;

  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
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

/** The error of a field. Its place is always there, so that it is read out when it fills. */
function FieldError({ id, children }: { id: string; children?: string | null }) {
  return (
    <p id={id} role="alert" className={classNames("flex items-start gap-1.5 text-sm font-medium text-red-ink", !children && "hidden")}>
      {children && <Icon name="alert" className="mt-0.5 size-4" />}
      {children}
    </p>
  );
}
