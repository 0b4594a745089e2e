import { type Instructions, instructionsFor } from "#shop/catalogue/instructions/instructions.ts";
import { Description } from "#web/parts/product/description.tsx";
import { useLanguage, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/**
 * What to do with the delivered IDs, as it was when they were delivered; nothing without any.
 * [S10.15]
 */
export function OrderInstructions({ instructions }: { instructions: Instructions | null }) {
  const texts = useTexts("order");
  const language = useLanguage();
  const kept = instructionsFor(instructions, [language]);
  if (!kept) return null;

  return (
    <Sheet title={texts("instructions")}>
      <div lang={kept.language === language ? undefined : kept.language}>
        <Description html={kept.html} />
      </div>
    </Sheet>
  );
}
