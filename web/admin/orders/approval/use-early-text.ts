import { useLayoutEffect, useState } from "react";

/**
 * A text that a field of a form begins with, and what becomes of it. What somebody typed before the page's script woke is not lost: the script else
 * puts back what the server sent.
 */
export function useEarlyText(formId: string, name: string, initial: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(initial);
  const [early] = useState(() => textIn(formId, name));
  useLayoutEffect(() => {
    if (early !== null) setText(early);
  }, [early]);
  return [text, setText];
}

/** What stands in a field that is in the page already; null where it is not, or on the server. */
function textIn(formId: string, name: string): string | null {
  if (typeof document === "undefined") return null;
  const field = document.forms.namedItem(formId)?.elements.namedItem(name);
  return field instanceof HTMLTextAreaElement ? field.value : null;
}
