import { type KeyboardEvent, useEffect, useRef } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import { LanguageSwitch } from "#web/parts/site/language-switch.tsx";
import { ThemeSwitch } from "#web/parts/site/theme-switch.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { sendHeld } from "../../orders/undo/undo.tsx";
import { LinkCount } from "../link-count.tsx";
import { useMay, useMayOpen } from "../use-may.ts";
import { BrowserSwitches } from "./browser-switches.tsx";
import { entriesFor, placeInMore } from "./more-entries.ts";

/**
 * The other pages of the admin area in a menu that works without JavaScript, with language and
 * theme: an entry leads to the first of its pages that the reader may open. On a wide screen the
 * menu names the current entry; on a phone it stays *More*. [S2.23] [S12.2] [S13.9]
 */
export function AreaMore({ count }: { count: number }) {
  const texts = useTexts("adminFrame");
  const { pathname, key } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const entries = entriesFor(useMay(), useMayOpen());
  const current = placeInMore(entries, pathname)?.entry;
  const menu = useRef<HTMLDetailsElement>(null);
  const shownKey = useRef(key);
  useEffect(() => {
    // A menu that was opened before the page came alive stays open.
    if (shownKey.current !== key) menu.current?.removeAttribute("open");
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);

  const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };

  return (
    <details ref={menu} onKeyDown={closeOnEscape} className={classNames("area-more group", current && "area-more-here")}>
      <summary title={count > 0 ? texts("waiting", { n: count }) : undefined}>
        <Icon name="menu" className="md:hidden" />
        {current && (
          <span className="max-md:hidden">
            {texts(current.label)}
            <span className="unseen">{texts("morePages")}</span>
          </span>
        )}
        <span className={current && "md:hidden"}>{texts("more")}</span>
        <LinkCount n={count} />
        <Icon name="down" className="group-open:rotate-180 max-md:hidden" />
      </summary>
      <nav aria-label={texts("moreOfAdmin")} className="panel">
        <ul>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Link to={entry.pages[0].to} aria-current={entry === current ? "page" : undefined} className="menu-link">
                <Icon name={entry.icon} />
                {texts(entry.label)}
              </Link>
            </li>
          ))}
        </ul>
        <div className="area-more-end">
          {root && <ThemeSwitch chosen={root.theme} />}
          {root && <LanguageSwitch languages={root.languages} className="menu-link" />}
          <BrowserSwitches />
          <Form method="post" action="/logout" reloadDocument onSubmit={sendHeld} className="md:hidden">
            <button type="submit" className="menu-link">
              <Icon name="logout" />
              {texts("logout")}
            </button>
          </Form>
        </div>
      </nav>
    </details>
  );
}
