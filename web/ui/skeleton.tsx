import { classNames } from "./class-names.ts";

/** A place held for what is still coming, in its final size. Say the word of waiting beside it, once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block animate-glow rounded-md bg-sunk", className)} />;
}
