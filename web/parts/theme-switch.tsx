import { useState } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { chooseTheme, type Theme } from "./theme.ts";

const choices: [theme: Theme | null, label: string, icon: IconName][] = [
  [null, "As the system", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
];

/** Light, dark, or as the reader's system has it. */
export function ThemeSwitch({ chosen }: { chosen: Theme | null }) {
  const [theme, setTheme] = useState(chosen);
  const choose = (next: Theme | null) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <fieldset className="scripted w-max">
      <legend className="unseen">Colours</legend>
      <div className="flex rounded-field border border-night-line p-0.5">
        {choices.map(([value, label, icon]) => (
          <button
            key={label}
            type="button"
            aria-pressed={theme === value}
            aria-label={label}
            title={label}
            onClick={() => choose(value)}
            className="grid size-11 place-items-center rounded-lg text-night-soft hover:text-on-night aria-pressed:bg-night-raised aria-pressed:text-on-night"
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
