import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { SearchField } from "./search-field.tsx";

/** What narrows a list, with the list's address without it. `language` is the language of its name. */
type Applied = { name: string; language?: string | undefined; toWithout: string };

type Props = {
  filters: ComponentProps<typeof Tabs>["tabs"];
  applied: Applied[];
  /** The address of the list, and the parameters that the form keeps. */
  action: string;
  kept: readonly (readonly [name: string, value: string])[];
  search: string;
  /** The accessible name of the search field. */
  label: string;
  placeholder: string;
  /** The menu of further choices on a wide screen. */
  menu?: { name: string; fields: ReactNode };
  className?: string | undefined;
};

/**
 * The tools over an admin list, in one row: filters, what is applied, the search, and maybe a menu
 * of further choices with a button: a list of choices sends nothing while somebody walks through it by
 * keys. On a phone search and menu are behind one button. All is in the address and works without
 * JavaScript. [S2.28] [S2.33]
 */
export function ListTools({ filters, applied, action, kept, search, label, placeholder, menu, className }: Props) {
  const texts = useTexts("adminFrame");
  const row = useRef<HTMLDivElement>(null);
  const [tools, choices] = [useId(), useId()];
  useEffect(() => showCurrent(row.current), []);
  const isNarrowed = applied.length > 0;
  return (
    <div className={classNames("list-tools", className)}>
      <div ref={row} className="list-filters">
        {applied.map(({ name, language, toWithout }) => (
          <Link key={toWithout} to={toWithout} preventScrollReset className="list-applied">
            <span className="unseen">{`${texts("removeFilter")} `}</span>
            <span lang={language} className="truncate">
              {name}
            </span>
            <Icon name="close" />
          </Link>
        ))}
        <Tabs look="pills" label={texts("filters")} tabs={filters} />
      </div>
      <Button
        variant="secondary"
        popoverTarget={tools}
        aria-label={texts(menu ? "searchAndFilters" : "search")}
        className={classNames("list-opener md:hidden", isNarrowed && "list-opener-used")}
      >
        <Icon name="search" />
        {menu && <Icon name="settings" />}
      </Button>
      <Form
        method="get"
        action={action}
        role="search"
        id={tools}
        popover=""
        preventScrollReset
        onSubmit={({ currentTarget }) => close(currentTarget)}
        className="list-search"
      >
        {kept.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <SearchField search={search} label={label} placeholder={placeholder} className="min-w-0 flex-1" />
        <IconButton type="submit" variant="secondary" icon="search" label={texts("search")} />
        {menu && (
          <>
            <Button variant="secondary" icon="settings" popoverTarget={choices} className="max-md:hidden">
              {menu.name}
            </Button>
            <div id={choices} popover="" className="list-menu">
              {menu.fields}
              <Button type="submit">{texts("show")}</Button>
            </div>
          </>
        )}
      </Form>
    </div>
  );
}

type Choice = { value: string; text: string; language?: string };

/** One choice of the menu. */
export function ToolChoice({ name, label, chosen, choices }: { name: string; label: string; chosen: string; choices: Choice[] }) {
  return (
    <label className="field">
      <span>{label}</span>
      <select key={chosen} name={name} defaultValue={chosen} className="input">
        {choices.map(({ value, text, language }) => (
          <option key={value} value={value} lang={language}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Closes what is open of the tools; the focus returns to its button. */
function close(form: HTMLFormElement) {
  for (const open of [...form.querySelectorAll<HTMLElement>(":popover-open"), form]) if (open.matches(":popover-open")) open.hidePopover();
}

/** Scrolls the row of a phone so that the chosen filter is in view. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
  if (row && current && !row.querySelector(".list-applied")) row.scrollLeft = current.offsetLeft - row.clientWidth / 4;
}
