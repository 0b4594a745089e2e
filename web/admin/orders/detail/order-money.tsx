import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { AmountOf } from "#web/admin/orders/payment/amount-of.tsx";
import { PaymentRefunds } from "#web/admin/orders/payment/payment-refunds.tsx";
import { PaymentStateBadge } from "#web/admin/orders/payment/payment-state-badge.tsx";
import type { ShownPayment } from "#web/admin/orders/payment/shown-payment.ts";
import { useSourceName } from "#web/admin/orders/payment/use-source-name.ts";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/**
 * The money that came for an order, with what went back of it, and the way to decide about it.
 * [S10.8] [S10.10]
 */
export function OrderMoney({ payments, requestCode, currency }: { payments: ShownPayment[]; requestCode: string; currency: string }) {
  const [texts, sourceName] = [useTexts("adminOrder"), useSourceName()];
  const mayOpen = useMayOpen();
  const to = `/admin/money?show=all&search=${encodeURIComponent(requestCode)}`;
  if (payments.length === 0) return null;
  return (
    <Sheet
      title={texts("payments", { n: payments.length })}
      actions={
        mayOpen(to) && (
          <LinkButton to={to} variant="secondary">
            {texts("openMoney")}
          </LinkButton>
        )
      }
    >
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-col gap-1 py-2.5">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">
                <AmountOf currency={payment.currency} paise={payment.paise} label={currency} />
              </span>
              <PaymentStateBadge payment={payment} />
            </span>
            <span className="text-sm text-soft wrap-anywhere">
              <span>{sourceName(payment.source)}</span>{" "}
              <span translate="no" className="code">
                {payment.reference}
              </span>{" "}
              · <When at={payment.paidAt} as="short" />
            </span>
            {payment.refunds.length > 0 && (
              <div className="ms-4 border-s border-line ps-4">
                <h3 className="pt-1 text-sm font-semibold">{texts("refunds")}</h3>
                <PaymentRefunds payment={payment} currency={currency} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
