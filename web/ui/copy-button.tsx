import { type ReactNode, useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button.tsx";
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
  const [side, setSide] = useState(bubbleAtEnd);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), forMs);
    return () => clearTimeout(timer);
  }, [outcome, forMs]);

  const said = outcome && words[outcome];
  return (
    <span className="scripted relative inline-flex">
      <Button
        variant={variant}
        size={isWordless ? "icon" : "normal"}
        aria-label={isWordless || children ? words.label : undefined}
        title={isWordless || children ? words.label : undefined}
        className={className}
        onClick={async ({ currentTarget }) => {
          setSide(isInStartHalf(currentTarget) ? bubbleAtStart : bubbleAtEnd);
          setOutcome((await copy(text)) ? "copied" : "failed");
        }}
      >
        <Icon name={outcome === "failed" ? "alert" : outcome === "copied" ? "check" : "copy"} />
        {!isWordless && (children ?? words.label)}
      </Button>
      <span role="status" className={said ? side : "unseen"}>
        {said}
      </span>
    </span>
  );
}

const bubble =
  "pointer-events-none absolute bottom-full z-10 mb-1 animate-appear rounded-md bg-ink px-2 py-1 text-sm font-medium whitespace-nowrap text-paper";
const bubbleAtStart = `${bubble} start-0`;
const bubbleAtEnd = `${bubble} end-0`;

/** From which side of it the answer has room. */
function isInStartHalf(button: HTMLElement): boolean {
  const { left, width } = button.getBoundingClientRect();
  return left + width / 2 < window.innerWidth / 2;
}

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
