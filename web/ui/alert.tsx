import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

const kinds = {
  error: ["bg-red-tint text-red-ink border-red/40", "alert"],
  success: ["bg-green-tint text-green-ink border-green/40", "done"],
  warning: ["bg-amber-tint text-amber-ink border-amber/50", "alert"],
  info: ["bg-action-tint text-ink border-action/30", "info"],
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
    <div role={kind === "error" ? "alert" : "status"} className={classNames("flex gap-3 rounded-field border px-4 py-3", look, className)}>
      <Icon name={icon} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="whitespace-pre-wrap">{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
