import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";

type Place = { to: string; label: string; icon: IconName };

/** Pages that an admin needs less often than the tabs. */
const places: Place[] = [
  { to: "/add-ids", label: "Add IDs", icon: "plus" },
  { to: "/admin/batches", label: "Imports", icon: "box" },
  { to: "/admin/customers", label: "Customers", icon: "user" },
  { to: "/admin/messages", label: "Messages", icon: "chat" },
  { to: "/admin/emails", label: "Emails", icon: "mail" },
  { to: "/admin/webhooks", label: "Webhooks", icon: "bolt" },
  { to: "/admin/activity", label: "Activity", icon: "clock" },
  { to: "/admin/export", label: "Export", icon: "download" },
  { to: "/admin/api-keys", label: "API keys", icon: "key" },
  { to: "/admin/second-factor", label: "Second factor", icon: "shield" },
  { to: "/admin/settings", label: "Settings", icon: "settings" },
  { to: "/admin/import-old-shop", label: "Import old shop", icon: "upload" },
];

/** The page an address belongs to; undefined for the tabs. */
export function positionAt(pathname: string): Place | undefined {
  return places.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

/**
 * The other pages of the admin area in a menu that works without JavaScript and names the current
 * page. [S2.23]
 */
export function AreaMore() {
  const { pathname, key } = useLocation();
  const current = positionAt(pathname);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (key) menu.current?.removeAttribute("open");
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
      <summary>
        <span className="max-w-34 truncate sm:max-w-none">{current?.label ?? "More"}</span>
        {current && <span className="unseen">, more pages</span>}
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      <nav aria-label="More of the admin" className="panel">
        <ul>
          {places.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={current?.to === to ? "page" : undefined} className="menu-link rounded-field">
                <Icon name={icon} className="text-soft" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
