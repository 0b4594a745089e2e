import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { MethodHead } from "./method-head.tsx";
import { SwitchStep } from "./method-switch.tsx";
import { missingWords } from "./method-words.ts";
import { keyParts, ProviderForm } from "./provider-form.tsx";
import { type Readiness, ReadyStep } from "./ready-step.tsx";
import { Steps, Tasks, ui } from "./steps.tsx";
import { TestStep } from "./test-step.tsx";
import { TryStep } from "./try-step.tsx";
import { WebhookTasks } from "./webhook-tasks.tsx";

type Props = { method: ShownMethod; origin: string; isPublic: boolean; ready: Readiness; answered: MethodAnswer | undefined };

/**
 * The steps that set up a provider's method. Each is ticked by what is stored, the test and the provider's
 * events: nothing that the owner says about it counts. [S10.1] [S10.16]
 */
export function ProviderSteps({ method, origin, isPublic, ready, answered }: Props) {
  const texts = useTexts("adminProviders");
  const { name, isOn, missing, changedAt } = method;
  const provider = useTexts("parts")(namesOfMethods[name]);
  const hasKeys = keyParts(name).every((part) => !missing.includes(part));
  const hasSecret = !missing.includes("webhookSecret");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <MethodHead name={name} isOn={isOn} />
      <Warnings method={method} isPublic={isPublic} />
      {answered?.ok && !answered.isOfTest && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <Steps>
        <ReadyStep provider={provider} ready={ready} isPublic={isPublic} />
        <ProviderForm
          form={FIRST_FORM}
          title={texts("keysTitle")}
          isDone={hasKeys}
          isNext={!hasKeys}
          method={method}
          parts={keyParts(name)}
          answered={answered}
        >
          <Tasks>
            {keyTasks[name].map((task) => (
              <li key={task}>{rich(texts, task, { ui })}</li>
            ))}
          </Tasks>
        </ProviderForm>
        <ProviderForm
          form="webhook"
          title={texts("webhookTitle")}
          isDone={hasSecret}
          isNext={hasKeys && !hasSecret}
          method={method}
          parts={["webhookSecret"]}
          answered={answered}
        >
          {isPublic ? (
            <>
              <p>{texts("webhookLead", { provider })}</p>
              <WebhookTasks name={name} address={origin + method.eventsPath} />
            </>
          ) : (
            <>
              <Alert kind="info">{texts("webhookHere", { provider })}</Alert>
              <p>{texts(name === "stripe" ? "stripeSecretHere" : "razorpaySecretHere")}</p>
            </>
          )}
        </ProviderForm>
        <TestStep
          key={changedAt.getTime()}
          method={method}
          provider={provider}
          canTest={hasKeys && hasSecret}
          answered={answered?.isOfTest ? answered : undefined}
        />
        <SwitchStep name={name} isOn={isOn} missing={missing.map((part) => missingWords[part])} answered={answered} />
        <TryStep method={method} provider={provider} />
      </Steps>
    </section>
  );
}

const keyTasks = {
  razorpay: ["razorpayKeysMode", "razorpayKeysMake", "razorpayKeysPaste"],
  stripe: ["stripeKeysMode", "stripeKeysMake", "stripeKeysPaste"],
} as const;

/** What the owner has to know about a method as it is now. [S10.1] [S10.11] [S10.16] */
function Warnings({ method: { isOn, isTest, silentSince, hasEarlierKeys }, isPublic }: Pick<Props, "method" | "isPublic">) {
  const texts = useTexts("adminProviders");
  return (
    <>
      {isTest && isOn && isPublic && <Alert kind="error">{texts("testKeysInPublic")}</Alert>}
      {isTest && !(isOn && isPublic) && <Alert kind="warning">{texts("testKeys")}</Alert>}
      {silentSince && <Alert kind="warning">{rich(texts, "silent", { time: () => <When at={silentSince} /> })}</Alert>}
      {hasEarlierKeys && <Alert kind="info">{texts("earlierKeys")}</Alert>}
    </>
  );
}
