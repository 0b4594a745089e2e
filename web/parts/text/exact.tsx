import type { ClipboardEvent } from "react";
import { classNames } from "#web/ui/class-names.ts";

/**
 * An ID, code or key exactly as it is: spaces and tabs stay, also when copied by hand. A long
 * one wraps without adding line breaks to the copy. Page translation leaves it alone.
 */
export function Exact({ children, className }: { children: string; className?: string }) {
  return (
    <span translate="no" onCopy={copyExactly} className={classNames("code exact", className)}>
      {children}
    </span>
  );
}

/** Browsers copy plain spaces instead of special ones, and add formatting. */
function copyExactly(event: ClipboardEvent): void {
  const selection = getSelection();
  const text = selection?.rangeCount === 1 ? selection.getRangeAt(0).toString() : "";
  // A selection that reaches beyond this element is left to the browser.
  if (text === "" || !event.currentTarget.textContent.includes(text)) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
}
