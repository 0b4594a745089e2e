import { useLayoutEffect, useState } from "react";
import { earlyTextOf } from "#web/ui/fields/early-text.ts";

/** State for a text field that keeps what was typed before hydration; React would reset it. */
export function useEarlyText(formId: string, name: string, initial: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(initial);
  const [early] = useState(() => textIn(formId, name));
  useLayoutEffect(() => {
    if (early !== null) setText(early);
  }, [early]);
  return [text, setText];
}

/** What was typed into a field before hydration; null if nothing was, and on the server. */
function textIn(formId: string, name: string): string | null {
  if (typeof document === "undefined") return null;
  return earlyTextOf(document.forms.namedItem(formId)?.elements.namedItem(name));
}
