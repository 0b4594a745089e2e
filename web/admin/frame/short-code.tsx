import { COPIED_SINGLE_INDICATOR_MS } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** The start of a code; hovering shows all of it and clicking copies it. [S9.2] */
export function ShortCode({ text, name, length }: { text: string; name: string; length?: number }) {
  const texts = useTexts("adminFrame");
  const shown = length === undefined ? text : text.slice(0, length);
  return (
    <>
      <CopyButton
        text={text}
        words={{
          label:
            length === undefined ? texts("copyCode", { code: text, name }) : texts("copyShortened", { start: shown, name, code: text }),
          copied: texts("copiedToClipboard"),
          failed: texts("copyingBlocked"),
        }}
        forMs={COPIED_SINGLE_INDICATOR_MS}
        className="short-code"
      >
        <span translate="no" className="code font-normal">
          {shown}
        </span>
      </CopyButton>
      <span title={text} translate="no" className="code hidden noscript:inline">
        {shown}
      </span>
    </>
  );
}
