import type { ReactNode } from "react";
import { Link } from "react-router";

type Tab = { to: string; label: ReactNode; count?: number | string; isCurrent: boolean };

/**
 * Tabs as links with their own addresses, so that they work without JavaScript. On a phone the row
 * scrolls sideways.
 */
export function Tabs({ label, tabs, look = "line" }: { label: string; tabs: Tab[]; look?: "line" | "pills" }) {
  return (
    <nav aria-label={label} className={look === "line" ? "tabs tabs-line" : "tabs tabs-pills"}>
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
