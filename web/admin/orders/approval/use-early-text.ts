import { useLayoutEffect, useState } from "react";

/** State for a text field that keeps what was typed before hydration; React would reset it. */
export function useEarlyText(formId: string, name: string, initial: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(initial);
  const [early] = useState(() => textIn(formId, name));
  useLayoutEffect(() => {
    if (early !== null) setText(early);
  }, [early]);
  return [text, setText];
}

/** The current text of a field in the page; null if it is not there, or on the server. */
function textIn(formId: string, name: string): string | null {
  if (typeof document === "undefined") return null;
  const field = document.forms.namedItem(formId)?.elements.namedItem(name);
  return field instanceof HTMLTextAreaElement ? field.value : null;
}
