import { useState } from "react";
import { confirmationNames } from "#shop/form-fields.ts";
import { settings } from "#shop/settings/settings-list.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { seenIn } from "#web/admin/settings/settings-answer.ts";
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
/** `seen` is the print of the settings in `stored`. */
type Props = { stored: Stored; seen: string; answered: MethodAnswer | undefined };

const PAGE = "/admin/payment-methods/request";

/** The steps of Request First: how to pay, and the switch. [S1.4] */
export function RequestSteps({ stored, seen, isOn, answered }: Props & { isOn: boolean }) {
  const texts = useTexts("adminPayments");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <MethodHead name="request" isOn={isOn} />
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <Steps>
        <HowToPayStep stored={stored} seen={seen} answered={answered} />
        <SwitchStep name="request" isOn={isOn} missing={[]} answered={answered} more={texts("beforePaid")} />
      </Steps>
    </section>
  );
}

/**
 * The step with the text that buyers see with their IDs, in each language of the shop. Its fields
 * keep what they had at first, and what was typed, when the text changes meanwhile; then it says so
 * before it replaces that. [S1.8]
 */
function HowToPayStep({ stored, seen, answered }: Props) {
  const texts = useTexts("adminPayments");
  const settingsTexts = useTexts("adminSettings");
  const own = answerOf(answered, FIRST_FORM);
  const [saves, setSaves] = useState(0);
  const { Form, isBusy, answer, refusal } = useAnswer(own, () => setSaves((before) => before + 1));
  const [first] = useState({ values: own?.typed ?? asTyped(stored), seen });
  const { values } = first;
  const main = values.textLanguage ?? stored.textLanguage;
  const languages = useOwnerLanguages(main).map((one) => ({ ...one, name: fieldIn(one.code, main, "howToPay"), itself: one }));
  return (
    <Step title={texts("howToPayTitle")} isDone={stored.howToPay !== ""} isOpen>
      <p className="text-soft">{texts("howToPayLead")}</p>
      <Form method="post" action={`${PAGE}/how-to-pay`} aria-label={texts("howToPayTitle")} className="flex flex-col gap-5">
        <input type="hidden" name="textLanguage" value={main} />
        <input type="hidden" name="seen" value={seenIn(answer) ?? first.seen} />
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
        <ConfirmationFields key={saves} errorOf={(field) => besides(refusal, field)} isNeeded />
        {refusal && !isAbout(refusal, [...languages.map(({ name }) => name), ...confirmationNames]) && (
          <Alert kind="error">
            <p>{refusal.sentence}</p>
            {refusal.kind === "conflict" && (
              <a href={PAGE} target="_blank" className="touch-link font-medium text-inherit underline" rel="noopener">
                {settingsTexts("settingsAsTheyAre")}
              </a>
            )}
          </Alert>
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
