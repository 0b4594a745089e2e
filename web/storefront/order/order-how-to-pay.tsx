import type { Paise } from "#shop/money.ts";
import { LinkedText } from "#web/parts/text/linked-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const PLACE = "how-to-pay";

/** A link to the payment instructions further down. [S1.4] */
export function ToHowToPay({ paise }: { paise: Paise }) {
  const texts = useTexts("order");
  return (
    <p className="print:hidden">
      <a href={`#${PLACE}`} className="touch-link font-semibold underline underline-offset-4">
        <span>{rich(texts, "payNow", { price: () => <Price paise={paise} /> })}</span>
      </a>
    </p>
  );
}

/**
 * The owner's payment instructions for an approved order that is not paid yet. `lang` is their
 * language if that is not the page's. [S1.4] [S11.2]
 */
export function HowToPay({ text, lang, paise }: { text: string; lang: string | undefined; paise: Paise }) {
  const texts = useTexts("order");
  return (
    <Sheet id={PLACE} title={texts("howToPay")} className="scroll-mt-20">
      <p>{rich(texts, "amountToPay", { price: () => <Price paise={paise} className="text-lg font-bold" /> })}</p>
      <p lang={lang} className="whitespace-pre-line wrap-anywhere">
        <LinkedText text={text} />
      </p>
    </Sheet>
  );
}
