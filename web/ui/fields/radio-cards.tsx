import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

type RadioCard<T extends string> = { value: T; title: ReactNode; text: ReactNode; disabled?: boolean };

/** A choice of a few explained options: real radio buttons, so keys and plain forms work. */
export function RadioCards<T extends string>({
  legend,
  name,
  cards,
  defaultValue,
  onValue,
}: {
  legend: ReactNode;
  name: string;
  cards: RadioCard<T>[];
  defaultValue: T;
  onValue?: (value: T) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {cards.map((card) => (
        <label
          key={card.value}
          className={classNames(
            "flex min-h-11 gap-3 rounded-field border border-edge bg-sheet px-3 py-2.5 transition-colors duration-150",
            "has-checked:border-action has-checked:bg-action-tint has-checked:ring-1 has-checked:ring-action",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)",
            "has-disabled:bg-sunk has-disabled:text-soft",
          )}
        >
          <input
            type="radio"
            name={name}
            value={card.value}
            disabled={card.disabled}
            defaultChecked={card.value === defaultValue}
            onChange={() => onValue?.(card.value)}
            className="mt-1 size-4 shrink-0 accent-(--color-action) outline-none"
          />
          <span className="flex min-w-0 flex-col">
            <span className="font-semibold">{card.title}</span>
            <span className="text-sm text-soft">{card.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
