import { type ReactNode, useId } from "react";
import { useStandingError } from "./use-standing-error.ts";

/** A checkbox with an explanation; a real one, so that plain forms work. */
export function TickField({
  name,
  value,
  label,
  text,
  error: refused,
  isTicked,
}: {
  name: string;
  /** The value when ticked; `on` by default. */
  value?: string;
  label: ReactNode;
  text?: ReactNode;
  error?: string | null;
  isTicked: boolean;
}) {
  const id = useId();
  const { place, standing: error } = useStandingError<HTMLDivElement>(refused);
  const describedBy = [text && `${id}-text`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div ref={place} className="flex flex-col gap-1">
      <div className="tick">
        <label>
          <input
            id={id}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={isTicked}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            className="checkbox"
          />
        </label>
        <div>
          <label htmlFor={id}>{label}</label>
          {text && (
            <div id={`${id}-text`} className="field-hint">
              {text}
            </div>
          )}
        </div>
      </div>
      <p id={`${id}-error`} role="alert" className="field-error">
        {error}
      </p>
    </div>
  );
}
