import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import { useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { hoursOfReview, reviewRecord, useReviewWait } from "#web/parts/order/review-wait.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/how-it-works.ts";
import { StepCards } from "./step-cards.tsx";
import { approvalBrings } from "./steps.ts";

export const handle = { needsNoScript: true };

export const meta: Route.MetaFunction = ({ matches }) => {
  const texts = textsOfPage(matches, "home");
  const description = texts("howItWorksDescription", { hours: promisedHours });
  return pageMeta({ title: texts("howItWorks"), description, path: "/how-it-works" }, matches);
};

/** The steps of an order in full, and how long reviews took lately. Needs no JavaScript. [S2.9] [S14.14] */
export default function HowItWorks() {
  const texts = useTexts("home");
  const methods = usePaymentMethods();
  const [wait, parts] = [useReviewWait(), useTexts("parts")];
  const ways = {
    request: [texts("requestFirst"), `${texts("requestFirstExplained")} ${approvalBrings(texts, useHasPaymentInstructions())}`],
    amazon: [texts("amazonGiftCard"), texts("amazonGiftCardExplained", { max: GIFT_CARD_CODE_MAX_LENGTH })],
    upi: [texts("upi"), texts("upiExplained")],
    razorpay: [texts("payingOnline"), texts("payingOnlineInFull")],
    stripe: [texts("payingByCard"), texts("payingByCardInFull")],
  } as const;
  return (
    <div className="frame flex max-w-4xl flex-col gap-8 py-8 sm:py-12">
      <PageHead title={texts("howItWorks")}>{texts("howItWorksInShort")}</PageHead>
      <section className="flex flex-col">
        <h2 className="unseen">{texts("fourSteps")}</h2>
        <StepCards isFull />
      </section>
      <Sheet title={texts(methods.length === 2 ? "twoWaysToPay" : "howToPay")}>
        <Explained rows={methods.map((method) => ways[method])} />
      </Sheet>
      <Sheet title={texts("promises")}>
        <Explained
          rows={[
            [
              texts("approvalPromise"),
              [texts("approvalPromised", { hours: hoursOfReview(wait) }), reviewRecord(wait, parts)].join(" ").trim(),
            ],
            [texts("replacementPromise"), texts("replacementPromised")],
            [texts("cancellingPromise"), texts("cancellingPromised")],
          ]}
        />
      </Sheet>
      <LinkButton to="/products" size="large" className="self-start">
        {texts("seeProducts")}
      </LinkButton>
    </div>
  );
}

/** Names with a sentence below each, which would be narrow beside it on a phone. */
function Explained({ rows }: { rows: (readonly [name: string, sentence: string])[] }) {
  return (
    <dl className="rows">
      {rows.map(([name, sentence]) => (
        <div key={name} className="flex flex-col gap-1 py-3">
          <dt className="font-semibold">{name}</dt>
          <dd className="text-soft">{sentence}</dd>
        </div>
      ))}
    </dl>
  );
}
