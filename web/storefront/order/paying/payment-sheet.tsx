import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { PayingPart, PayingState } from "#shop/orders/paying/paying-part.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { PayBy } from "../upi/pay-by.tsx";

type Props = { order: WholeOrder; paying: PayingPart; now: Date };

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
 * How a buyer pays at a provider: the amount, a link to the provider's page, the time that is left, and
 * a way to try again. A link and no form: the page may not post to another site. Works without
 * JavaScript. [S10.3]
 */
export function PaymentSheet({ order, paying, now }: Props) {
  const texts = useTexts("orderPaying");
  const isToPay = order.status === "pending" && titles[paying.state] === "title";
  if (!isToPay && titles[paying.state] === "title") return null;
  return (
    <Sheet title={texts(titles[paying.state])}>
      <div role="status" className="flex flex-col gap-4">
        {isToPay ? <ToPay order={order} paying={paying} now={now} /> : <p>{texts(endings[paying.state] ?? "review")}</p>}
      </div>
    </Sheet>
  );
}

const endings: Partial<Record<PayingState, KeyIn<"orderPaying">>> = {
  review: "review",
  refund_due: "refundDue",
  refunded: "refunded",
};

function ToPay({ order, paying: { state, payablePaise, payUrl, payBy }, now }: Props) {
  const [texts, partsTexts] = [useTexts("orderPaying"), useTexts("parts")];
  const provider = partsTexts(namesOfMethods[order.paymentMethod]);
  const price = () => <Price paise={payablePaise} className="text-lg font-bold" />;
  return (
    <>
      <p>{rich(texts, "amount", { price })}</p>
      {payBy && <PayBy key={payBy.getTime()} at={payBy} now={now} />}
      {state === "open" && payUrl !== null && (
        <>
          <a href={payUrl} rel="noreferrer" className={buttonStyle({ icon: "send" }, "sm:self-start")}>
            {texts("payAt", { provider })}
          </a>
          <p className="text-sm text-soft">{texts(order.privatePath ? "comeBackByLink" : "comeBack")}</p>
        </>
      )}
      {state === "opening" && (
        <p>
          <span>{texts("opening", { provider })}</span>{" "}
          <Link to={`/order-status/${order.requestCode}`} className="font-medium text-action underline">
            {texts("lookAgain")}
          </Link>
        </p>
      )}
      {state === "failed" && <Alert kind="error">{texts("failed", { provider })}</Alert>}
      {state === "expired" && <p>{texts("ended")}</p>}
      {state !== "opening" && <TryAgain requestCode={order.requestCode} isFirst={state !== "open"} />}
    </>
  );
}

/** A new page at the provider; the earlier one is closed first. */
function TryAgain({ requestCode, isFirst }: { requestCode: string; isFirst: boolean }) {
  const texts = useTexts("orderPaying");
  const { Form, isBusy, refusal } = useAnswer(usePosted<Answer>(), () => {});
  return (
    <Form method="post" action={`/order-status/${requestCode}/payment-attempts`} className="flex flex-col items-start gap-2">
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant={isFirst ? "primary" : "secondary"} isBusy={isBusy}>
        {texts("tryAgain")}
      </Button>
    </Form>
  );
}
