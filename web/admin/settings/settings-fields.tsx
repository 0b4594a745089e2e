import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH } from "#shop/constants.ts";
import { priceText } from "#shop/money.ts";
import { BLURB_MAX_LENGTH, HOW_TO_PAY_MAX_LENGTH, SHOP_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import type { SettingsText, ShopSettings } from "#shop/settings/shop-settings.ts";
import { fieldIn, LanguageName, type OwnerLanguage, SideBySide, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsAnswer, TypedSettings } from "./settings.tsx";
import { SettingsInstant } from "./settings-instant.tsx";
import { LanguageField } from "./settings-language.tsx";
import { SettingsLimits } from "./settings-limits.tsx";
import { SettingsReceipts } from "./settings-receipts.tsx";
import { SettingsTestimonials } from "./settings-testimonials.tsx";
import { TimeZoneField } from "./settings-time-zone.tsx";

type Props = { settings: ShopSettings; timeZones: readonly string[]; answered: SettingsAnswer | undefined };

/**
 * All settings in one form. What was typed stays after a refusal, which is shown beside its field.
 * [S1.3] [S1.8]
 */
export function SettingsFields({ settings, timeZones, answered }: Props) {
  const texts = useTexts("adminSettings");
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const [seenAt] = useState(settings.changedAt.toISOString());
  const field = refusal && "field" in refusal ? (refusal.field ?? null) : null;
  useEffect(() => {
    if (field && refusal) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [field, refusal]);

  const typed = answered?.ok === false ? answered.typed : undefined;
  const values = typed ?? asTyped(settings);
  const languages = useOwnerLanguages(values.textLanguage ?? settings.textLanguage);
  const [main] = languages;
  const text = (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: field === name ? refusal?.sentence : null,
  });
  const tick = (name: keyof ShopSettings) => ({
    name,
    isTicked: values[name] === "on",
    error: field === name ? refusal?.sentence : null,
  });

  const fieldOf = ({ code }: OwnerLanguage, field: SettingsText) => fieldIn(code, main?.code ?? code, field);
  const named = (one: OwnerLanguage) => ({ language: () => <LanguageName language={one} /> });

  return (
    <Form ref={form} method="post" action="/admin/settings" noValidate className="flex flex-col gap-4">
      <input type="hidden" name="textLanguage" value={main?.code} />
      <input type="hidden" name="seenAt" value={seenAtIn(answer) ?? seenAt} />
      {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
      <Sheet title={texts("theShop")}>
        <div className="flex flex-col gap-2">
          <SideBySide>
            {languages.map((one) => (
              <TextField
                key={one.code}
                label={rich(texts, "nameIn", named(one))}
                {...text(fieldOf(one, "name"))}
                lang={one.locale}
                maxLength={SHOP_NAME_MAX_LENGTH}
                required={one === main}
              />
            ))}
          </SideBySide>
          <p className="field-hint">{texts("languagesHint")}</p>
        </div>
        <SideBySide>
          {languages.map((one) => (
            <TextareaField
              key={one.code}
              label={rich(texts, "blurbIn", named(one))}
              hint={texts("blurbHint")}
              {...text(fieldOf(one, "blurb"))}
              lang={one.locale}
              rows={3}
              maxLength={BLURB_MAX_LENGTH}
            />
          ))}
        </SideBySide>
        <TextField
          label={texts("since")}
          hint={texts("sinceHint")}
          {...text("sinceYear")}
          inputMode="numeric"
          minLength={4}
          maxLength={4}
          required
          fieldClassName="max-w-32"
        />
        <LanguageField {...text("language")} />
        <TimeZoneField zones={timeZones} {...text("timeZone")} />
      </Sheet>
      <Sheet title={texts("howBuyersReachYou")}>
        <p className="text-soft">{texts("emptyShownNowhere")}</p>
        <TextField
          label={texts("supportEmail")}
          {...text("supportEmail")}
          type="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <TextField label={texts("chatLink")} {...text("chatUrl")} {...web} />
        <TextField label={texts("messagingLink")} {...text("messagingUrl")} {...web} />
        <TextField label={texts("idCheckerLink")} hint={texts("idCheckerHint")} {...text("idCheckerUrl")} {...web} />
      </Sheet>
      <Sheet title={texts("payment")}>
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{texts("paymentMethods")}</legend>
          <TickField label={texts("requestFirst")} text={texts("requestFirstHint")} {...tick("takesRequest")} />
          <TickField label={texts("amazonGiftCard")} text={texts("amazonGiftCardHint")} {...tick("takesAmazon")} />
          <p className="field-hint">
            {rich(texts, "otherMethods", {
              link: (words) => (
                <Link to="/admin/payment-methods" className="touch-link underline">
                  {words}
                </Link>
              ),
            })}
          </p>
        </fieldset>
        <SideBySide>
          {languages.map((one) => (
            <TextareaField
              key={one.code}
              label={rich(texts, "howToPayIn", named(one))}
              hint={texts("howToPayHint")}
              {...text(fieldOf(one, "howToPay"))}
              lang={one.locale}
              rows={5}
              maxLength={HOW_TO_PAY_MAX_LENGTH}
            />
          ))}
        </SideBySide>
      </Sheet>
      <SettingsTestimonials field={text} />
      <SettingsInstant field={text} />
      <SettingsReceipts field={text} />
      <Sheet title={texts("emails")}>
        <TickField
          label={texts("idsInEmails")}
          text={<span className="text-amber-ink">{texts("idsInEmailsHint")}</span>}
          {...tick("mailsIds")}
        />
        <TickField label={texts("emailsForNewOrders")} {...tick("mailsNewOrders")} />
        <TextField
          label={texts("ownerEmail")}
          hint={texts("ownerEmailHint")}
          {...text("ownerEmail")}
          type="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_LENGTH}
        />
      </Sheet>
      <SettingsLimits field={text} />
      <Sheet title={texts("admin")}>
        <TickField label={texts("requireSecondFactor")} text={texts("requireSecondFactorHint")} {...tick("requiresSecondFactor")} />
        <RadioCards
          key={values.adminCurrency}
          legend={texts("labelOfAmounts")}
          name="adminCurrency"
          defaultValue={values.adminCurrency === "$" ? "$" : "₹"}
          cards={[
            { value: "₹", title: priceText(EXAMPLE_PAISE, "₹"), text: texts("rupees") },
            { value: "$", title: priceText(EXAMPLE_PAISE, "$"), text: texts("sameRupees") },
          ]}
        />
      </Sheet>
      <div className="bottom-bar z-10 bg-paper sm:border-0 sm:bg-transparent sm:p-0">
        {refusal && !(field && hasOwnPlace(field)) && (
          <Alert kind="error">
            <p>{refusal.sentence}</p>
            {refusal.kind === "conflict" && (
              <a href="/admin/settings" target="_blank" className="touch-link font-medium text-inherit underline" rel="noopener">
                {texts("settingsAsTheyAre")}
              </a>
            )}
          </Alert>
        )}
        <Button type="submit" size="large" icon="check" isBusy={isBusy} className="sm:self-start">
          {texts("saveSettings")}
        </Button>
      </div>
    </Form>
  );
}

/** Whether the field shows its own refusal; the currency's cards cannot. */
function hasOwnPlace(field: string): boolean {
  return field !== "adminCurrency";
}

const EXAMPLE_PAISE = 10_000_000;
const web = {
  type: "url",
  inputMode: "url",
  autoCapitalize: "none",
  spellCheck: false,
  placeholder: "https://",
  maxLength: LINK_MAX_LENGTH,
} as const;

/**
 * When the settings in an answer were changed. A live reload does not count, because the fields may
 * not show it.
 */
function seenAtIn(answer: SettingsAnswer | undefined): string | undefined {
  return answer && "seenAt" in answer ? answer.seenAt : undefined;
}

function asTyped(settings: ShopSettings): TypedSettings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (typeof value === "boolean") return value ? [[name, "on"]] : [];
      if (name === "translations") return typedTranslations(settings);
      return [[name, value === null ? "" : String(value)]];
    }),
  );
}

function typedTranslations({ translations }: ShopSettings): [name: string, text: string][] {
  return Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(texts).map(([field, text]) => [`translations.${language}.${field}`, text] as [string, string]),
  );
}
