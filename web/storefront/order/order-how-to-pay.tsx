import type { Paise } from "#shop/money.ts";
import { LinkedText } from "#web/parts/text/linked-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const PLACE = "how-to-pay";

/** A link to the payment instructions further down. [S1.4] */
export function ToHowToPay({ paise }: { paise: Paise }) {
  return (
    <p>
      <a href={`#${PLACE}`} className="touch-link font-semibold underline underline-offset-4">
        <span>
          Please pay <Price paise={paise} /> now: how to pay
        </span>
      </a>
    </p>
  );
}

/** The owner's payment instructions for an approved order that is not paid yet. [S1.4] */
export function HowToPay({ text, paise }: { text: string; paise: Paise }) {
  return (
    <Sheet id={PLACE} title="How to pay" className="scroll-mt-20">
      <p>
        Amount: <Price paise={paise} className="text-lg font-bold" />
      </p>
      <LinkedText text={text} />
    </Sheet>
  );
}
