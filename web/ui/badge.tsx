import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

const tones = {
  amber: "badge badge-amber",
  green: "badge badge-green",
  red: "badge badge-red",
  slate: "badge badge-slate",
  action: "badge badge-action",
};

export type Tone = keyof typeof tones;

/** A word with an icon; colour alone never carries the meaning. */
export function Badge({ tone, icon, children, className }: { tone: Tone; icon?: IconName; children: ReactNode; className?: string }) {
  return (
    <span className={classNames(tones[tone], className)}>
      {icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </span>
  );
}
