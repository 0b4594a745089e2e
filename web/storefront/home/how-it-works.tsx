import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import { useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Facts, PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/how-it-works.ts";
import { StepCards } from "./step-cards.tsx";

export const handle = { needsNoScript: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: "How It Works",
      description: `Four steps from choosing an ID to having it: your order, approval within ${promisedHours}, and a replacement for an ID that does not work.`,
      path: "/how-it-works",
    },
    matches,
  );

/** The steps of an order in full. Needs no JavaScript. [S2.9] */
export default function HowItWorks() {
  const methods = usePaymentMethods();
  const ways = waysToPay(useHasPaymentInstructions());
  return (
    <div className="frame flex max-w-4xl flex-col gap-8 py-8 sm:py-12">
      <PageHead title="How It Works">From choosing an ID to having it, in four steps.</PageHead>
      <section className="flex flex-col">
        <h2 className="unseen">The four steps</h2>
        <StepCards isFull />
      </section>
      <Sheet title={methods.length > 1 ? "Two ways to pay" : "How to pay"}>
        <Facts rows={methods.map((method) => [paymentMethods[method], ways[method]])} />
      </Sheet>
      <Sheet title="What we promise">
        <Facts
          rows={[
            ["Approval", `Within ${promisedHours} of your order. Its page says by when.`],
            ["Replacement", "An ID that does not work is replaced: name the request code to our support."],
            ["Cancelling", "While an order is pending you can take it back yourself, on its page."],
          ]}
        />
      </Sheet>
      <LinkButton to="/products" size="large" className="self-start">
        See the products
      </LinkButton>
    </div>
  );
}

const waysToPay = (hasPaymentInstructions: boolean) => ({
  request: `Order first and pay after approval. ${messages.requestFirstNext(hasPaymentInstructions)}`,
  amazon: `Pay with your order: its code of up to ${GIFT_CARD_CODE_MAX_LENGTH} letters and digits, and a screenshot of the card. Only we see them.`,
});
