import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { chooseTheme, type Theme, themes } from "./theme.ts";

const choices: [theme: Theme | null, label: string, icon: IconName][] = [
  [null, "As the system", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
];

/** Chooses the light, dark or system theme, without JavaScript by a form post. */
export function ThemeSwitch({ chosen }: { chosen: Theme | null }) {
  const [theme, setTheme] = useState(chosen);
  const { pathname, search } = useLocation();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const next = themes.find((one) => one === button?.value) ?? null;
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <form method="post" action="/theme" onSubmit={choose}>
      <input type="hidden" name="to" value={pathname + search} />
      <fieldset className="w-max">
        <legend className="unseen">Colours</legend>
        <div className="theme-switch">
          {choices.map(([value, label, icon]) => (
            <button
              key={label}
              type="submit"
              name="theme"
              value={value ?? ""}
              aria-pressed={theme === value}
              aria-label={label}
              title={label}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
