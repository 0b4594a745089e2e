import { useEffect, useRef } from "react";

/**
 * For what comes in the place of a form that was sent, and is longer than it: on a phone the page stands at the form's end, and would show the end of what
 * came. It goes to the beginning, and so does the focus. Only where it `comes`, not where it is the page that was asked for. [S2.37]
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
