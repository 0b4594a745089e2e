import { type ReactNode, useEffect, useState } from "react";
import { Button, type ButtonStyle } from "./button.tsx";

type Words = { label: string; copied: string; failed: string };

/**
 * Copies a text and shows the result for `forMs`; it is announced too. `isWordless` hides the
 * label. Without clipboard access (no https) it copies from a temporary selection. `children`
 * replace the label, which is then the tooltip and accessible name: let it begin with the visible
 * text.
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
  ButtonStyle,
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
    <span className="copy scripted">
      <Button
        variant={variant}
        size={isWordless ? "icon" : "normal"}
        icon={outcome === "failed" ? "alert" : outcome === "copied" ? "check" : "copy"}
        aria-label={isWordless || children ? words.label : undefined}
        title={isWordless || children ? words.label : undefined}
        className={className}
        onClick={async ({ currentTarget }) => {
          setSide(isInStartHalf(currentTarget) ? bubbleAtStart : bubbleAtEnd);
          setOutcome((await copy(text)) ? "copied" : "failed");
        }}
      >
        {isWordless ? undefined : (children ?? words.label)}
      </Button>
      <span role="status" className={said ? side : "unseen"}>
        {said}
      </span>
    </span>
  );
}

const bubbleAtStart = "copy-bubble start-0";
const bubbleAtEnd = "copy-bubble end-0";

/** Whether the result's bubble should extend to the end side. */
function isInStartHalf(button: HTMLElement): boolean {
  const { left, width } = button.getBoundingClientRect();
  return left + width / 2 < window.innerWidth / 2;
}

/** Copies a text to the clipboard; false if the browser forbids it. */
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
