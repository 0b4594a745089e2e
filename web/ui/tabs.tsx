import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

type Tab = { to: string; label: ReactNode; count?: number; isCurrent: boolean };

/**
 * Tabs as links with their own addresses, so that they work without JavaScript. On a phone the row
 * scrolls sideways.
 */
export function Tabs({ label, tabs, look = "line" }: { label: string; tabs: Tab[]; look?: "line" | "pills" }) {
  return (
    <nav aria-label={label} className={classNames("-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0", look === "line" && "border-b border-line")}>
      <ul className={classNames("flex w-max py-1", look === "pills" ? "gap-2" : "gap-1")}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.isCurrent ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-11 items-center gap-2 px-3 font-semibold whitespace-nowrap text-soft hover:text-ink",
                look === "pills"
                  ? "rounded-full border border-line bg-sheet px-4 aria-[current=page]:border-action aria-[current=page]:bg-action aria-[current=page]:text-on-action"
                  : "-mb-1 border-b-3 border-transparent aria-[current=page]:border-action aria-[current=page]:text-ink",
              )}
            >
              <span className="contents">{tab.label}</span>
              {tab.count !== undefined && <span className="figures rounded-full bg-current/12 px-2 text-sm">{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
