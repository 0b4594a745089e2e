import type { ReactNode } from "react";
import { Link } from "react-router";
import { confirmationNames } from "#shop/form-fields.ts";
import type { UpiTrial } from "#shop/payments/upi/read-upi-method.server.ts";
import type { UpiMethod } from "#shop/payments/upi/upi-method.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { answerOf, FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { MethodHead } from "./method-head.tsx";
import { SwitchStep } from "./method-switch.tsx";
import { missingOfUpi } from "./method-words.ts";
import { Step, Steps, Tasks } from "./steps.tsx";

type Props = { method: UpiMethod; answered: MethodAnswer | undefined };

/** The steps that set up payments by UPI. [S10.1] [S10.12] */
export function UpiSteps({ method, trial, answered }: Props & { trial: UpiTrial }) {
  const texts = useTexts("adminPayments");
  const { isOn } = method;
  const missing = missingOfUpi(method);
  const link = (to: string) => (words: ReactNode) => (
    <Link to={to} className="underline">
      {words}
    </Link>
  );
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <MethodHead name="upi" isOn={isOn} />
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <Steps>
        <PayeeStep method={method} isDone={missing.length === 0} answered={answered} />
        <AppStep trial={trial} isReady={missing.length === 0} />
        <SwitchStep name="upi" isOn={isOn} missing={missing} answered={answered} more={texts("holdsIds")} />
        <Step title={texts("tryTitle")} isDone={trial.isPaid}>
          <Tasks>
            <li>{texts("tryUpiPay")}</li>
            <li>{rich(texts, "tryUpiFind", { statements: link("/admin/statements"), money: link("/admin/money") })}</li>
            <li>{texts("tryUpiTrust")}</li>
          </Tasks>
        </Step>
      </Steps>
      <Sheet title={texts("bankAlerts")}>
        <p>{rich(texts, "bankAlertsLead", { link: link("/admin/payment-methods/upi/alerts") })}</p>
      </Sheet>
    </section>
  );
}

/** The step in which an app of the owner's own says whom buyers would pay. */
function AppStep({ trial: { changedAt, isPaid }, isReady }: { trial: UpiTrial; isReady: boolean }) {
  const texts = useTexts("adminPayments");
  return (
    <Step title={texts("appTitle")} isDone={isPaid}>
      {isReady ? (
        <>
          <p>{texts("appLead")}</p>
          <img
            src={`/admin/payment-methods/upi/test.png?at=${changedAt?.getTime()}`}
            alt={texts("appQrCode")}
            width={200}
            height={200}
            className="rounded-field border border-line bg-white"
          />
        </>
      ) : (
        <p className="text-soft">{texts("appFirst")}</p>
      )}
    </Step>
  );
}

/** The step that says whom buyers pay. */
function PayeeStep({ method, isDone, answered }: Props & { isDone: boolean }) {
  const texts = useTexts("adminPayments");
  const title = texts("vpaTitle");
  const own = answerOf(answered, FIRST_FORM);
  const { Form, isBusy, refusal } = useAnswer(own, () => {});
  const { vpa, payeeName, isMerchantVpa } = method;
  const typed = own?.typed;
  return (
    <Step title={title} isDone={isDone} isOpen={!isDone || own !== undefined}>
      <Form
        method="post"
        action="/admin/payment-methods/upi"
        aria-label={texts("settingsOf", { step: title, method: useTexts("parts")(namesOfMethods.upi) })}
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="form" value={FIRST_FORM} />
        <div key={JSON.stringify([vpa, payeeName, isMerchantVpa])} className="contents">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={texts("vpa")}
              name="vpa"
              defaultValue={typed?.vpa ?? vpa ?? ""}
              hint={texts("vpaHint")}
              error={besides(refusal, "vpa")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              translate="no"
            />
            <TextField
              label={texts("payeeName")}
              name="payeeName"
              defaultValue={typed?.payeeName ?? payeeName ?? ""}
              hint={texts("payeeNameHint")}
              error={besides(refusal, "payeeName")}
              autoComplete="off"
              maxLength={60}
            />
          </div>
          <TickField
            name="isMerchantVpa"
            label={texts("isMerchantVpa")}
            text={texts("isMerchantVpaHint")}
            isTicked={typed ? typed.isMerchantVpa !== undefined : isMerchantVpa}
          />
          <ConfirmationFields errorOf={(field) => besides(refusal, field)} isNeeded={!isDone} />
        </div>
        {refusal && !isAbout(refusal, ["vpa", "payeeName", ...confirmationNames]) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Button type="submit" variant={isDone ? "secondary" : "primary"} isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
    </Step>
  );
}
