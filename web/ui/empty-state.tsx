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
    <div className="flex flex-col items-center gap-3 rounded-sheet border border-dashed border-edge px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sunk text-soft">
        <Icon name={icon} className="size-7" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children && <p className="max-w-md text-soft">{children}</p>}
      {actions && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
