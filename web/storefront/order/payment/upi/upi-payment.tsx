import type { ReactNode } from "react";
import { priceText, rupeesText } from "#shop/money.ts";
import type { ShownPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import type { UpiPart } from "#shop/orders/payment/upi/upi-part.ts";
import { UPI_GALLERY_MAX_PAISE, UPI_MANY_STOP_AT_PAISE } from "#shop/payments/constants.ts";
import { upiLink } from "#shop/payments/upi/upi-link.ts";
import { Copyable, CopyOne, CopyWhole } from "#web/parts/text/copyable.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { PayBy } from "./pay-by.tsx";
import { UtrSheet } from "./utr-form.tsx";

/** `isSecond` says that paying at a provider comes first, with the page's main button. */
type Props = { requestCode: string; part: UpiPart; payee: ShownPayee; isSecond: boolean; now: Date };

/**
 * How a buyer pays by UPI: on a wide screen the QR code first, on a phone the UPI ID to copy, beside
 * amount, note, name and the time that is left; then the form for the UTR. Works without JavaScript.
 * [S10.12]
 */
export function UpiPayment({ requestCode, part, payee, isSecond, now }: Props) {
  return (
    <>
      {part.utr === null && <ToPay requestCode={requestCode} part={part} payee={payee} isSecond={isSecond} now={now} />}
      <UtrSheet
        requestCode={requestCode}
        sent={part.utr}
        why={part.hasOwnAmount ? (payee.isHeardOf ? "utrSpared" : "utrHelps") : "utrNeeded"}
        isSecond={isSecond || payee.isMerchantVpa}
      />
    </>
  );
}

function ToPay({ requestCode, part: { payablePaise, hasOwnAmount, payBy }, payee, isSecond, now }: Props) {
  const texts = useTexts("orderUpi");
  const { vpa, payeeName, isMerchantVpa } = payee;
  const qrCode = { src: `/order-status/${requestCode}/upi.png`, alt: texts("qrCode", { price: priceText(payablePaise), name: payeeName }) };
  return (
    <Sheet {...(isSecond ? { title: texts("title") } : { "aria-label": texts("title") })}>
      <div className="flex gap-8">
        <QrPicture {...qrCode} className="max-sm:hidden" />
        <div className="flex min-w-0 flex-1 flex-col justify-center gap-2">
          <span className="copyable -my-1">
            <span className="unseen">{texts("amount")}</span>
            <Price paise={payablePaise} className="text-3xl font-bold" />
            <CopyOne text={rupeesText(payablePaise)} name={texts("theAmount")} />
          </span>
          {payBy && <PayBy key={payBy.getTime()} at={payBy} now={now} />}
          <p className="text-soft">{texts(hasOwnAmount ? "exactAmount" : "wholeAmount")}</p>
          {payablePaise >= UPI_MANY_STOP_AT_PAISE && <p className="text-sm text-soft">{texts("manyAppsStop")}</p>}
          <p className="max-sm:hidden">{texts("scanHint")}</p>
          {isMerchantVpa && (
            <a
              href={upiLink({ vpa, payeeName, paise: payablePaise, requestCode })}
              className={buttonStyle({ variant: isSecond ? "secondary" : "primary", icon: "send" }, "mt-1")}
            >
              {texts("openApp")}
            </a>
          )}
          <PhonesWays vpa={vpa} qrAddress={qrCode.src} requestCode={requestCode} isSecond={isSecond || isMerchantVpa} />
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-2">
        <Part name={texts("vpa")} className="min-w-0 basis-full">
          <Copyable text={vpa} name={texts("theVpa")} className="font-semibold" />
        </Part>
        <Part name={texts("note")}>
          <Copyable text={requestCode} name={texts("theNote")} className="font-semibold" />
        </Part>
        <Part name={texts("payee")} className="flex-1 min-w-24">
          <span translate="no" className="block py-2.5 font-semibold wrap-anywhere">
            {payeeName}
          </span>
        </Part>
      </dl>
      {payablePaise > UPI_GALLERY_MAX_PAISE && <p className="text-sm text-soft sm:hidden">{texts("galleryCap")}</p>}
      <QrOnPhone {...qrCode} />
    </Sheet>
  );
}

/** On a phone the UPI ID is copied, or the QR code saved for an app that reads pictures. */
function PhonesWays({ vpa, qrAddress, requestCode, isSecond }: { vpa: string; qrAddress: string; requestCode: string; isSecond: boolean }) {
  const texts = useTexts("orderUpi");
  return (
    <div className="mt-1 flex flex-wrap gap-3 max-sm:*:flex-auto sm:hidden">
      <CopyWhole text={vpa} label={texts("copyVpa")} variant={isSecond ? "secondary" : "primary"} className="w-full" />
      <a href={qrAddress} download={`${requestCode}.png`} className={buttonStyle({ variant: "secondary" })}>
        {texts("saveQr")}
      </a>
    </div>
  );
}

/** A value below its name, so that a long UPI ID stays on one line of a phone. */
function Part({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="-my-2">{children}</dd>
    </div>
  );
}

type Picture = { src: string; alt: string };

/**
 * The QR code as a picture. A hidden one is not loaded. Its address has no key: the browser's
 * cookie opens it.
 */
function QrPicture({ src, alt, className }: Picture & { className?: string }) {
  return <img src={src} alt={alt} loading="lazy" width={240} height={240} className={classNames("rounded-field bg-white", className)} />;
}

/** A phone shows the QR code on demand, to be scanned by another one. */
function QrOnPhone(picture: Picture) {
  const texts = useTexts("orderUpi");
  return (
    <details className="group rounded-field border border-line px-4 sm:hidden">
      <summary className="touch-link flex cursor-pointer items-center gap-2 font-semibold">
        <Icon name="down" className="group-open:rotate-180" />
        {texts("showQr")}
      </summary>
      <div className="flex flex-col items-start gap-3 pb-4">
        <p className="text-soft">{texts("qrHint")}</p>
        <QrPicture {...picture} />
      </div>
    </details>
  );
}
