import { type ReactNode, useId } from "react";
import { useStandingError } from "./use-standing-error.ts";

type RadioCard<T extends string> = { value: T; title: ReactNode; text: ReactNode; disabled?: boolean };

/**
 * A choice of a few explained options: real radio buttons, so keys and plain forms work. With
 * `isFolded` only the chosen one shows its text. `onValue` also hears of a card that is pressed again.
 * `error` says what is asked, and goes when one is chosen.
 */
export function RadioCards<T extends string>({
  legend,
  name,
  cards,
  defaultValue,
  onValue,
  error: refused,
  isFolded = false,
}: {
  legend: ReactNode;
  name: string;
  cards: RadioCard<T>[];
  defaultValue: T;
  onValue?: (value: T) => void;
  error?: string | null;
  isFolded?: boolean;
}) {
  const id = useId();
  const { place, standing: error } = useStandingError<HTMLFieldSetElement>(refused);
  return (
    <fieldset
      ref={place}
      className={isFolded ? "radio-cards radio-cards-folded" : "radio-cards"}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      {error && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {error}
        </p>
      )}
      {cards.map((card) => (
        <label key={card.value} className="radio-card">
          <input
            type="radio"
            name={name}
            value={card.value}
            disabled={card.disabled}
            defaultChecked={card.value === defaultValue}
            onClick={() => onValue?.(card.value)}
            className="radio"
          />
          <span>
            <span className="font-semibold">{card.title}</span>
            <span className="text-sm text-soft">{card.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
