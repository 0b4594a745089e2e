import type { ReactNode } from "react";
import { priceText, rupeesText } from "#shop/money.ts";
import type { UpiPart } from "#shop/orders/payment/upi/upi-part.ts";
import { UPI_MANY_STOP_AT_PAISE } from "#shop/payments/constants.ts";
import { upiLink } from "#shop/payments/upi/upi-link.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import { Copyable, CopyOne } from "#web/parts/text/copyable.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { PayBy } from "./pay-by.tsx";
import { UtrSheet } from "./utr-form.tsx";

/** `isSecond` says that paying at a provider comes first, with the page's main button. */
type Props = { requestCode: string; part: UpiPart; payee: UpiPayee; isSecond: boolean; now: Date };

/**
 * How a buyer pays by UPI: QR code, UPI ID, amount, name and note to copy, the time that is left,
 * and the form for the UTR. Works without JavaScript. [S10.12]
 */
export function UpiPayment({ requestCode, part, payee, isSecond, now }: Props) {
  return (
    <>
      {part.utr === null && <ToPay requestCode={requestCode} part={part} payee={payee} isSecond={isSecond} now={now} />}
      <UtrSheet requestCode={requestCode} sent={part.utr} isNeeded={!part.hasOwnAmount} isSecond={isSecond || payee.isMerchantVpa} />
    </>
  );
}

function ToPay({ requestCode, part: { payablePaise, hasOwnAmount, payBy }, payee, isSecond, now }: Props) {
  const texts = useTexts("orderUpi");
  const { vpa, payeeName, isMerchantVpa } = payee;
  const price = () => <Price paise={payablePaise} className="text-lg font-bold" />;
  return (
    <Sheet title={texts("title")}>
      <p>{rich(texts, hasOwnAmount ? "exactAmount" : "wholeAmount", { price })}</p>
      {payBy && <PayBy key={payBy.getTime()} at={payBy} now={now} />}
      {payablePaise >= UPI_MANY_STOP_AT_PAISE && <p className="text-sm text-soft">{texts("manyAppsStop")}</p>}
      {isMerchantVpa && (
        <a
          href={upiLink({ vpa, payeeName, paise: payablePaise, requestCode })}
          className={buttonStyle({ variant: isSecond ? "secondary" : "primary", icon: "send" }, "sm:self-start")}
        >
          {texts("openApp")}
        </a>
      )}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Part name={texts("amount")}>
          <span className="copyable">
            <Price paise={payablePaise} className="font-semibold" />
            <CopyOne text={rupeesText(payablePaise)} name={texts("theAmount")} />
          </span>
        </Part>
        <Part name={texts("vpa")}>
          <Copyable text={vpa} name={texts("theVpa")} className="font-semibold" />
        </Part>
        <Part name={texts("payee")}>
          <span className="copyable">
            <span translate="no" className="font-semibold break-words">
              {payeeName}
            </span>
            <CopyOne text={payeeName} name={texts("thePayee")} />
          </span>
        </Part>
        <Part name={texts("note")}>
          <Copyable text={requestCode} name={texts("theNote")} className="font-semibold" />
        </Part>
      </dl>
      <QrCode requestCode={requestCode} alt={texts("qrCode", { price: priceText(payablePaise), name: payeeName })} />
    </Sheet>
  );
}

/** A value to copy below its name, so that a long UPI ID stays on one line of a phone. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="-my-1">{children}</dd>
    </div>
  );
}

/**
 * The QR code as a picture that is loaded when somebody wants to see it. Its address has no key:
 * the browser's cookie opens it.
 */
function QrCode({ requestCode, alt }: { requestCode: string; alt: string }) {
  const texts = useTexts("orderUpi");
  const address = `/order-status/${requestCode}/upi.png`;
  return (
    <details className="group rounded-field border border-line px-4">
      <summary className="touch-link flex cursor-pointer items-center gap-2 font-semibold">
        <Icon name="down" className="group-open:rotate-180" />
        {texts("showQr")}
      </summary>
      <div className="flex flex-col items-start gap-3 pb-4">
        <p className="text-soft">{texts("qrHint")}</p>
        <img src={address} alt={alt} loading="lazy" width={240} height={240} className="rounded-field bg-white" />
        <a href={address} download={`${requestCode}.png`} className={buttonStyle({ variant: "secondary" })}>
          {texts("saveQr")}
        </a>
        <p className="text-sm text-soft">{texts("galleryCap")}</p>
      </div>
    </details>
  );
}
