import { Link } from "react-router";
import type { KeyIn, Texts } from "#messages/texts.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { AmountOf } from "./amount-of.tsx";
import type { ShownPayment, ShownRefund } from "./shown-payment.ts";
import { useSourceName } from "./use-source-name.ts";

const looks: Record<Exclude<ShownRefund["state"], "due">, [Tone, IconName, KeyIn<"adminMoney">]> = {
  sent: ["amber", "send", "refundSent"],
  done: ["slate", "done", "refundDone"],
  failed: ["red", "alert", "refundFailed"],
};

type Props = { payment: Pick<ShownPayment, "source" | "currency" | "requestCode" | "refunds">; currency: string };

/**
 * The refunds of a payment, the earliest first: how much, how it stands, by whom, what went wrong,
 * and its credit note. [S10.10] [S10.15]
 */
export function PaymentRefunds({ payment: { source, currency: letters, requestCode, refunds }, currency }: Props) {
  const [texts, sourceName] = [useTexts("adminMoney"), useSourceName()];
  const provider = sourceName(source);
  return (
    <ul className="divide-y divide-line">
      {refunds.map((refund) => {
        return (
          <li key={refund.id} className="flex flex-col gap-1 py-2.5">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <AmountOf currency={letters} paise={refund.paise} label={currency} />
              <RefundBadge state={refund.state} provider={provider} />
            </span>
            <span className="text-sm text-soft wrap-anywhere">
              <span>{wayOf(refund, provider, texts)}</span> · <When at={refund.doneAt ?? refund.createdAt} as="short" />
            </span>
            {refund.creditNote && requestCode && (
              <Link
                to={`/order-status/${requestCode}/credit-notes/${refund.creditNote.place}`}
                className="touch-link self-start text-sm underline underline-offset-4"
              >
                <span>{rich(texts, "creditNote", { number: () => <span translate="no">{refund.creditNote?.number}</span> })}</span>
              </Link>
            )}
            {refund.problem && (
              <span lang={refund.problem.lang} className="text-sm wrap-anywhere">
                {refund.problem.text}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function RefundBadge({ state, provider }: { state: ShownRefund["state"]; provider: string }) {
  const texts = useTexts("adminMoney");
  if (state === "due") {
    return (
      <Badge tone="amber" icon="clock">
        {texts("refundDue", { provider })}
      </Badge>
    );
  }
  const [tone, icon, label] = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {texts(label)}
    </Badge>
  );
}

function wayOf({ how, adminId, reference }: ShownRefund, provider: string, texts: Texts<"adminMoney">): string {
  if (how === "by hand") return texts("refundByHand", { reference: reference ?? "" });
  return texts(adminId === null ? "refundFound" : "refundAsked", { provider });
}
