import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import { useUiTexts } from "../ui-texts.ts";
import { clamp } from "./clamp.ts";
import { Field, type FieldText } from "./field.tsx";

/**
 * A whole number from `min` to `max`, typed or stepped, clamped at once; an emptied field stays
 * empty until it loses the focus. The mouse wheel does not change it. `read` parses what is typed;
 * NaN is no number. [S5.1]
 */
export function NumberStepper({
  label,
  hint,
  error,
  min,
  max,
  value,
  read,
  onValue,
  disabled,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "min" | "max"> &
  FieldText & { min: number; max: number; value: number; read: (text: string) => number; onValue: (value: number) => void }) {
  const texts = useUiTexts();
  const [isEmpty, setEmpty] = useState(false);
  const settle = (next: number) => {
    setEmpty(false);
    onValue(clamp(next, min, max));
  };
  const input = useRef<HTMLInputElement>(null);
  // The error is about the number that was sent, so it disappears when the number changes.
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  // Keep what was typed before hydration; React would reset it.
  const takeEarly = useEffectEvent(() => {
    const early = read(input.current?.value ?? "");
    if (!Number.isNaN(early) && early !== value) settle(early);
  });
  useLayoutEffect(() => takeEarly(), []);

  return (
    <Field label={label} hint={hint} error={refused.value === value ? error : null} className={className}>
      {(tied) => (
        <div className="stepper">
          <IconButton
            icon="minus"
            label={texts("oneLess")}
            variant="secondary"
            className="scripted"
            disabled={disabled}
            aria-disabled={value <= min}
            onClick={() => settle(value - 1)}
          />
          <input
            {...rest}
            {...tied}
            ref={input}
            // Not `number`, which the mouse wheel would change.
            type="text"
            role="spinbutton"
            aria-valuenow={value}
            aria-valuemin={min}
            aria-valuemax={max}
            inputMode="numeric"
            disabled={disabled}
            value={isEmpty ? "" : value}
            onChange={({ target: { value: typed } }) =>
              typed === "" ? setEmpty(true) : settle(Number.isNaN(read(typed)) ? value : read(typed))
            }
            onKeyDown={(event) => {
              if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
              event.preventDefault();
              settle(value + (event.key === "ArrowUp" ? 1 : -1));
            }}
            onBlur={() => setEmpty(false)}
            className="input figures plain-number"
          />
          <IconButton
            icon="plus"
            label={texts("oneMore")}
            variant="secondary"
            className="scripted"
            disabled={disabled}
            aria-disabled={value >= max}
            onClick={() => settle(value + 1)}
          />
        </div>
      )}
    </Field>
  );
}
