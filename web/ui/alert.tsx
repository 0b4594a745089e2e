import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

const kinds = {
  error: ["alert alert-error", "alert"],
  success: ["alert alert-success", "done"],
  warning: ["alert alert-warning", "alert"],
  info: ["alert alert-info", "info"],
} as const satisfies Record<string, [string, IconName]>;

/**
 * A highlighted sentence. Errors are announced assertively, the others politely. `actions` are
 * below the text.
 */
export function Alert({
  kind,
  children,
  actions,
  className,
}: {
  kind: keyof typeof kinds;
  children: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  const [look, icon] = kinds[kind];
  return (
    <div role={kind === "error" ? "alert" : "status"} className={classNames(look, className)}>
      <Icon name={icon} />
      <div>
        <div className="whitespace-pre-wrap">{children}</div>
        {actions && <div className="actions">{actions}</div>}
      </div>
    </div>
  );
}
