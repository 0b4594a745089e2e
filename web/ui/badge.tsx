import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

const tones = {
  amber: "bg-amber-tint text-amber-ink ring-amber/50",
  green: "bg-green-tint text-green-ink ring-green/40",
  red: "bg-red-tint text-red-ink ring-red/40",
  slate: "bg-slate-tint text-slate-ink ring-slate/40",
  action: "bg-action-tint text-action-strong ring-action/30",
};

export type Tone = keyof typeof tones;

/** A word with an icon; colour alone never carries the meaning. */
export function Badge({ tone, icon, children, className }: { tone: Tone; icon?: IconName; children: ReactNode; className?: string }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ring-1 ring-inset",
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} className="size-4" />}
      <span className="contents">{children}</span>
    </span>
  );
}
