import { useEffect, useRef } from "react";

/**
 * Scrolls to the start of something that replaces a form, and focuses it: on a phone the page would
 * otherwise stay at its end. Only if `comes`, not on the first load of the page. [S2.37]
 */
export function useComeIntoView(comes: boolean) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!comes) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [comes]);
  return { ref, tabIndex: -1 };
}
