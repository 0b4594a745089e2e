import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { namesOfMethods, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/amazon-method.ts";
import type { MethodAnswer } from "./method-answer.ts";
import { MethodHead } from "./method-head.tsx";
import { SwitchStep } from "./method-switch.tsx";
import { switchOwnMethod } from "./own-method-switch.ts";
import { Step, Steps, Tasks } from "./steps.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "parts")(namesOfMethods.amazon), matches),
  { name: "robots", content: "noindex" },
];

/** Turns gift cards on or off: POST /admin/payment-methods/amazon. [S1.5] */
export const action = (args: Route.ActionArgs) => switchOwnMethod(args, "takesAmazon");

export const clientAction = withToast("failedToSaveSettings");

/** Payment with a gift card, step by step. [S1.5] [S10.1] */
export default function AmazonMethod() {
  const texts = useTexts("adminPayments");
  const isOn = usePaymentMethods().includes("amazon");
  const answered = usePosted<MethodAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <MethodHead name="amazon" isOn={isOn} />
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <Steps>
        <Step title={texts("cardsTitle")} isDone={false}>
          <Tasks>
            <li>{texts("cardsProof")}</li>
            <li>{texts("cardsRedeem")}</li>
            <li>{texts("cardsDecide")}</li>
          </Tasks>
        </Step>
        <SwitchStep name="amazon" isOn={isOn} missing={[]} answered={answered} />
      </Steps>
    </section>
  );
}
