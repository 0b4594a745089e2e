import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** A placeholder for an empty list: why it is empty, and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children && <p className="max-w-md text-soft">{children}</p>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
