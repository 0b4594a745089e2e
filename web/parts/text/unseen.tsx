import type { ReactNode } from "react";

/** Shows a part of a text to screen readers alone, as a tag of `rich`. */
export function unseen(words: ReactNode) {
  return <span className="unseen">{words}</span>;
}
