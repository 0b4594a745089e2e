import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
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
      <div className="flex gap-3">
        <label className="-ms-3 grid size-11 shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={isTicked}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            className="size-5 accent-(--color-action)"
          />
        </label>
        <div className="-ms-2 flex min-w-0 flex-col py-2.5">
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          {text && (
            <div id={`${id}-text`} className="text-sm text-soft">
              {text}
            </div>
          )}
        </div>
      </div>
      <p id={`${id}-error`} role="alert" className={classNames("text-sm font-medium text-red-ink", !error && "hidden")}>
        {error}
      </p>
    </div>
  );
}
