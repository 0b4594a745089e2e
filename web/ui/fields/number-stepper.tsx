import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { clamp } from "./clamp.ts";
import { classNames } from "./class-names.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

/**
 * A whole number from `min` to `max`, typed or stepped, clamped at once; only an emptied field stays empty until it is left. [S5.1]
 */
export function NumberStepper({
  label,
  hint,
  error,
  min,
  max,
  value,
  onValue,
  disabled,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "min" | "max"> &
  FieldText & { min: number; max: number; value: number; onValue: (value: number) => void }) {
  const [isEmpty, setEmpty] = useState(false);
  const settle = (next: number) => {
    setEmpty(false);
    onValue(clamp(next, min, max));
  };
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the page's script woke counts: React would put back what the server sent.
  const takeEarly = useEffectEvent(() => {
    const early = input.current?.valueAsNumber ?? Number.NaN;
    if (!Number.isNaN(early) && early !== value) settle(early);
  });
  useLayoutEffect(() => takeEarly(), []);

  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(tied) => (
        <div className="flex w-max items-center gap-1.5">
          <IconButton
            icon="minus"
            label="One less"
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
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            disabled={disabled}
            value={isEmpty ? "" : value}
            onChange={({ target }) => (target.value === "" ? setEmpty(true) : settle(target.valueAsNumber))}
            onBlur={() => setEmpty(false)}
            className={classNames(controlLook, "figures plain-number w-20 text-center text-lg font-semibold")}
          />
          <IconButton
            icon="plus"
            label="One more"
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
