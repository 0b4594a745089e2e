import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { chooseTheme, type Theme, themes } from "./theme.ts";

const choices = [
  [null, "themeOfSystem", "system"],
  ["light", "themeLight", "sun"],
  ["dark", "themeDark", "moon"],
] as const satisfies [theme: Theme | null, label: KeyIn<"site">, icon: IconName][];

/** Chooses the light, dark or system theme, without JavaScript by a form post. */
export function ThemeSwitch({ chosen }: { chosen: Theme | null }) {
  const texts = useTexts("site");
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
        <legend className="unseen">{texts("colours")}</legend>
        <div className="theme-switch">
          {choices.map(([value, label, icon]) => (
            <button
              key={label}
              type="submit"
              name="theme"
              value={value ?? ""}
              aria-pressed={theme === value}
              aria-label={texts(label)}
              title={texts(label)}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
