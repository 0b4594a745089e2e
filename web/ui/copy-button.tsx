import { type ReactNode, useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type Words = { label: string; copied: string; failed: string };

/**
 * Copies a text and says so for `forMs`. Without `isWordless` the label is beside the icon; the answer is announced either way. Where the
 * clipboard is closed (an insecure address) the text is copied by way of a selection. `children` stand in place of the label, which then is the
 * name that a tooltip and a screen reader say: let it begin with what is shown.
 */
export function CopyButton({
  text,
  words,
  forMs,
  isWordless = false,
  variant = "quiet",
  className,
  children,
}: { text: string; words: Words; forMs: number; isWordless?: boolean; className?: string; children?: ReactNode } & Pick<
  ButtonLook,
  "variant"
>) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), forMs);
    return () => clearTimeout(timer);
  }, [outcome, forMs]);

  const said = outcome && words[outcome];
  return (
    <Button
      variant={variant}
      size={isWordless ? "icon" : "normal"}
      aria-label={isWordless || children ? words.label : undefined}
      title={isWordless || children ? words.label : undefined}
      className={classNames("scripted relative", className)}
      onClick={async () => setOutcome((await copy(text)) ? "copied" : "failed")}
    >
      <Icon name={outcome === "failed" ? "alert" : outcome === "copied" ? "check" : "copy"} />
      {!isWordless && (children ?? words.label)}
      <span role="status" className={said ? bubble : "unseen"}>
        {said}
      </span>
    </Button>
  );
}

const bubble =
  "pointer-events-none absolute end-0 bottom-full z-10 mb-1 animate-appear rounded-md bg-ink px-2 py-1 text-sm font-medium whitespace-nowrap text-paper";

/** Puts a text on the clipboard; false when the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
