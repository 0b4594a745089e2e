import { classNames } from "./class-names.ts";

/** A placeholder for loading content, in its final size. Put one "Loading…" text beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("skeleton", className)} />;
}
