import { type Paise, rupeesText } from "#shop/money.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { Price } from "#web/parts/text/price.tsx";

/**
 * An amount of a payment: rupees as prices are shown, another currency by its letters. `label` is
 * the owner's sign.
 */
export function AmountOf({ currency, paise, label }: { currency: string; paise: Paise; label?: string }) {
  if (currency === RUPEES) return <Price paise={paise} {...(label === undefined ? {} : { label })} />;
  return <span translate="no">{`${currency} ${rupeesText(paise)}`}</span>;
}
