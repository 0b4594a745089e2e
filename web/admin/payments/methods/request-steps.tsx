import { confirmationNames } from "#shop/form-fields.ts";
import { settings } from "#shop/settings/settings-list.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldIn, LanguageName, SideBySide, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { answerOf, FIRST_FORM, type MethodAnswer } from "./method-answer.ts";
import { MethodHead } from "./method-head.tsx";
import { SwitchStep } from "./method-switch.tsx";
import { Step, Steps } from "./steps.tsx";

type Stored = Pick<ShopSettings, "howToPay" | "textLanguage" | "translations">;
type Props = { stored: Stored; answered: MethodAnswer | undefined };

/** The steps of Request First: how to pay, and the switch. [S1.4] */
export function RequestSteps({ stored, isOn, answered }: Props & { isOn: boolean }) {
  const texts = useTexts("adminPayments");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <MethodHead name="request" isOn={isOn} />
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <Steps>
        <HowToPayStep stored={stored} answered={answered} />
        <SwitchStep name="request" isOn={isOn} missing={[]} answered={answered} more={texts("beforePaid")} />
      </Steps>
    </section>
  );
}

/** The step with the text that buyers see with their IDs, in each language of the shop. */
function HowToPayStep({ stored, answered }: Props) {
  const texts = useTexts("adminPayments");
  const own = answerOf(answered, FIRST_FORM);
  const { Form, isBusy, refusal } = useAnswer(own, () => {});
  const values = own?.typed ?? asTyped(stored);
  const main = values.textLanguage ?? stored.textLanguage;
  const languages = useOwnerLanguages(main).map((one) => ({ ...one, name: fieldIn(one.code, main, "howToPay"), itself: one }));
  return (
    <Step title={texts("howToPayTitle")} isDone={stored.howToPay !== ""} isOpen>
      <p className="text-soft">{texts("howToPayLead")}</p>
      <Form
        method="post"
        action="/admin/payment-methods/request/how-to-pay"
        aria-label={texts("howToPayTitle")}
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="textLanguage" value={main} />
        <div key={JSON.stringify(stored)} className="contents">
          <SideBySide>
            {languages.map(({ itself, name, locale }) => (
              <TextareaField
                key={name}
                label={rich(texts, "howToPayIn", { language: () => <LanguageName language={itself} /> })}
                name={name}
                defaultValue={values[name] ?? ""}
                error={besides(refusal, name)}
                lang={locale}
                rows={5}
                maxLength={settings.howToPay.max}
              />
            ))}
          </SideBySide>
          <ConfirmationFields errorOf={(field) => besides(refusal, field)} isNeeded />
        </div>
        {refusal && !isAbout(refusal, [...languages.map(({ name }) => name), ...confirmationNames]) && (
          <Alert kind="error">{refusal.sentence}</Alert>
        )}
        <Button type="submit" isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
    </Step>
  );
}

function asTyped({ howToPay, textLanguage, translations }: Stored): Readonly<Record<string, string>> {
  const others = Object.entries(translations).map(([code, texts]) => [fieldIn(code, textLanguage, "howToPay"), texts.howToPay ?? ""]);
  return { ...Object.fromEntries(others), howToPay, textLanguage };
}
