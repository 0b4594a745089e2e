import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The way back from a page to the list that it belongs to, over the page's heading. */
export function BackLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} className={classNames("back-link", className)}>
      <Icon name="arrow" className="rotate-180" />
      {children}
    </Link>
  );
}
