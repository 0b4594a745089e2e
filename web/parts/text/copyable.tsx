import { COPIED_INDICATOR_MS, COPIED_SINGLE_INDICATOR_MS } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import type { ButtonStyle } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Exact } from "./exact.tsx";

/** A code with a copy button, which says `Copied to clipboard!` for 1 s. [S8.2] [S9.1] */
export function Copyable({ text, name, className }: { text: string; name: string; className?: string }) {
  return (
    <span className="copyable">
      <Exact className={className}>{text}</Exact>
      <CopyOne text={text} name={name} />
    </span>
  );
}

/** A small button that copies one value. */
export function CopyOne({ text, name }: { text: string; name: string }) {
  const texts = useTexts("parts");
  const words = { label: texts("copyNamed", { name }), copied: texts("copiedToClipboard"), failed: texts("copyingBlocked") };
  return <CopyButton isWordless text={text} words={words} forMs={COPIED_SINGLE_INDICATOR_MS} />;
}

/** A labelled button that copies a whole text; says `Copied to clipboard!` for 2 s. [S9.1] */
export function CopyWhole({
  text,
  label,
  variant = "secondary",
  className,
}: { text: string; label: string; className?: string } & Pick<ButtonStyle, "variant">) {
  const texts = useTexts("parts");
  const words = { label, copied: texts("copiedToClipboard"), failed: texts("copyingBlocked") };
  return <CopyButton text={text} variant={variant} words={words} forMs={COPIED_INDICATOR_MS} className={className} />;
}

/** Copies all IDs, one per line; says `IDs copied to clipboard!` for 2 s. [S8.2] [S9.1] */
export function CopyAllIds({ ids, label }: { ids: string[]; label?: string }) {
  const texts = useTexts("parts");
  const words = { label: label ?? texts("copyAll"), copied: texts("idsCopied"), failed: texts("failedToCopyIds") };
  return <CopyButton text={ids.join("\n")} variant="secondary" words={words} forMs={COPIED_INDICATOR_MS} />;
}
