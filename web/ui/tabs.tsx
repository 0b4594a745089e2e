import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

type Tab = { to: string; label: ReactNode; count?: number | string; isCurrent: boolean };

/**
 * Tabs as links with their own addresses, so that they work without JavaScript. On a phone the row
 * scrolls sideways, to the chosen one.
 */
export function Tabs({ label, tabs, look = "line" }: { label: string; tabs: Tab[]; look?: "line" | "pills" }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  useEffect(() => showTab(row.current, current), [current]);
  return (
    <nav ref={row} aria-label={label} className={look === "line" ? "tabs tabs-line" : "tabs tabs-pills"}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} preventScrollReset aria-current={tab.isCurrent ? "page" : undefined}>
              <span className="contents">{tab.label}</span>
              {tab.count !== undefined && <span className="figures tab-count">{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls a row of tabs sideways so that this one is in view, with a part of the one before. */
export function showTab(row: HTMLElement | null, n: number): void {
  const tab = row?.querySelectorAll("li")[n];
  if (row && tab) row.scrollLeft += tab.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 4;
}
