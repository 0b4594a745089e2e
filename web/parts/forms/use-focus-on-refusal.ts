import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Focuses the element that a refusal is about; null for none. A refusal that came with the page's
 * HTML takes the focus from nobody who typed on before hydration. [S2.37]
 */
export function useFocusOnRefusal(refusal: unknown, find: () => HTMLElement | null | undefined): void {
  const isFirst = useRef(true);
  const focus = useEffectEvent(() => {
    if (!isFirst.current || !isTyping()) find()?.focus();
  });
  useEffect(() => {
    if (refusal) focus();
    isFirst.current = false;
  }, [refusal]);
}

/** Whether a field has the focus. */
export function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") === true;
}
