import type { Paise } from "#shop/money.ts";
import { LinkedText } from "#web/parts/linked-text.tsx";
import { Price } from "#web/parts/price.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const PLACE = "how-to-pay";

/** Leads from the answer to how to pay. [S1.4] */
export function ToHowToPay({ paise }: { paise: Paise }) {
  return (
    <p>
      <a href={`#${PLACE}`} className="inline-flex min-h-11 items-center font-semibold text-action underline underline-offset-4">
        <span>
          Please pay <Price paise={paise} /> now: how to pay
        </span>
      </a>
    </p>
  );
}

/** What the owner wrote about paying, for the buyer of an approved order that is not paid yet. [S1.4] */
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
