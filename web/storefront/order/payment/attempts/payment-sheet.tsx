import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { PayingPart, PayingState } from "#shop/orders/payment/attempts/paying-part.ts";
import { isAskedToPay } from "#shop/orders/payment/order-payment.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { isProviderName, type ProviderName } from "#shop/payments/payment.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { Price } from "#web/parts/text/price.tsx";
import { useFormOfBuyer } from "#web/storefront/order/access/as-account.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { PayBy } from "../upi/pay-by.tsx";

type Props = { order: WholeOrder; paying: PayingPart | null; now: Date };

const titles = {
  opening: "title",
  open: "title",
  failed: "title",
  expired: "title",
  paid: "title",
  review: "reviewTitle",
  refund_due: "refundTitle",
  refunded: "refundTitle",
} as const satisfies Record<PayingState, KeyIn<"orderPaying">>;

/**
 * How a buyer pays at a provider: the amount, a link to the provider's page, the time that is left,
 * and a way to try again. A link and no form: the page may not post to another site. A buyer who
 * was asked to pay chooses among the providers. Works without JavaScript. [S10.3] [S10.17]
 */
export function PaymentSheet({ order, paying, now }: Props) {
  const texts = useTexts("orderPaying");
  const others = useOtherProviders(order, paying);
  const title = titles[paying?.state ?? "open"];
  const isToPay = order.status === "pending" && title === "title";
  if (title === "title" && (!isToPay || (!paying && others.length === 0))) return null;
  return (
    <Sheet title={texts(title)}>
      <div role="status" className="flex flex-col gap-4">
        {isToPay ? (
          <ToPay order={order} paying={paying} others={others} now={now} />
        ) : (
          <p>{texts(endings[paying?.state ?? "review"] ?? "review")}</p>
        )}
      </div>
    </Sheet>
  );
}

const endings: Partial<Record<PayingState, KeyIn<"orderPaying">>> = {
  review: "review",
  refund_due: "refundDue",
};

/**
 * The providers that a buyer who was asked to pay may choose beside the one that is chosen.
 * [S10.17]
 */
function useOtherProviders(order: WholeOrder, paying: PayingPart | null): ProviderName[] {
  const on = usePaymentMethods().filter((method) => isProviderName(method));
  return isAskedToPay(order) && order.upi?.utr === null ? on.filter((name) => name !== paying?.provider) : [];
}

function ToPay({ order, paying, others, now }: Props & { others: ProviderName[] }) {
  const [texts, partsTexts] = [useTexts("orderPaying"), useTexts("parts")];
  const nameOf = (name: ProviderName) => partsTexts(namesOfMethods[name]);
  const payablePaise = paying?.payablePaise ?? order.upi?.payablePaise ?? order.totalPaise;
  const payBy = paying ? paying.payBy : order.upi?.payBy;
  const price = () => <Price paise={payablePaise} className="text-lg font-bold" />;
  return (
    <>
      <p>{rich(texts, "amount", { price })}</p>
      {payBy && <PayBy key={payBy.getTime()} at={payBy} now={now} />}
      {paying && <Attempt order={order} paying={paying} provider={nameOf(paying.provider)} />}
      {paying?.state !== "opening" &&
        others.map((name) => (
          <Begin key={name} requestCode={order.requestCode} provider={name} isFirst={!paying}>
            {texts("payAt", { provider: nameOf(name) })}
          </Begin>
        ))}
    </>
  );
}

/** How the newest attempt stands: the link to its page, or why there is none. */
function Attempt({ order, paying, provider }: { order: WholeOrder; paying: PayingPart; provider: string }) {
  const texts = useTexts("orderPaying");
  const { state, payUrl } = paying;
  return (
    <>
      {state === "open" && payUrl !== null && (
        <>
          <a href={payUrl} rel="noreferrer" className={buttonStyle({ icon: "send" }, "sm:self-start")}>
            {texts("payAt", { provider })}
          </a>
          <p className="text-sm text-soft">{texts(order.privatePath ? "comeBackByLink" : "comeBack")}</p>
        </>
      )}
      {state === "opening" &&
        (paying.isTriedAgain ? (
          <Alert kind="warning">
            <span>{texts("openingAgain", { provider, count: order.quantity })}</span> <LookAgain requestCode={order.requestCode} />
          </Alert>
        ) : (
          <p>
            <span>{texts("opening", { provider })}</span> <LookAgain requestCode={order.requestCode} />
          </p>
        ))}
      {state === "failed" && <Alert kind="error">{texts("failed", { provider })}</Alert>}
      {state === "expired" && <p>{texts("ended")}</p>}
      {state !== "opening" && (
        <Begin requestCode={order.requestCode} provider={paying.provider} isFirst={state !== "open"}>
          {texts("tryAgain")}
        </Begin>
      )}
    </>
  );
}

function LookAgain({ requestCode }: { requestCode: string }) {
  const texts = useTexts("orderPaying");
  return (
    <Link to={`/order-status/${requestCode}`} className="font-medium whitespace-nowrap underline">
      {texts("lookAgain")}
    </Link>
  );
}

/** Asks for a new page at a provider; an earlier one is closed first. */
function Begin(props: { requestCode: string; provider: ProviderName; isFirst: boolean; children: string }) {
  const { requestCode, provider, isFirst, children } = props;
  const form = useFormOfBuyer(`/order-status/${requestCode}/payment-attempts`);
  const { Form, isBusy, refusal } = useAnswer(usePosted<Answer>(), () => {});
  return (
    <Form method="post" action={form} className="flex flex-col gap-2">
      <input type="hidden" name="paymentMethod" value={provider} />
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant={isFirst ? "primary" : "secondary"} isBusy={isBusy} className="sm:self-start">
        {children}
      </Button>
    </Form>
  );
}
