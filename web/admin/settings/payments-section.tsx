import { Link } from "react-router";
import { numbersIn, settings } from "#shop/settings/settings-list.ts";
import { SideBySide } from "#web/parts/forms/owner-languages.tsx";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { NumberFields } from "./number-fields.tsx";
import { inLanguage, type SettingsFields } from "./settings-form.tsx";

/**
 * The payment methods without keys, how to pay, what is delivered without a look, and how long an
 * order waits for its money. [S1.4] [S10.6] [S10.8] [S10.17]
 */
export function PaymentsSection({ fields }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const { text, tick, languages, nameIn } = fields;
  return (
    <>
      <Link to="/admin/payment-methods" className="back-link">
        <Icon name="arrow" className="rotate-180" />
        {useTexts("adminPayments")("allMethods")}
      </Link>
      <Sheet title={texts("payment")}>
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{texts("paymentMethods")}</legend>
          <div id="request-first">
            <TickField label={texts("requestFirst")} text={texts("requestFirstHint")} {...tick("takesRequest")} />
          </div>
          <div id="gift-card">
            <TickField label={texts("amazonGiftCard")} text={texts("amazonGiftCardHint")} {...tick("takesAmazon")} />
          </div>
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
              label={rich(texts, "howToPayIn", inLanguage(one))}
              hint={texts("howToPayHint")}
              {...text(nameIn(one, "howToPay"))}
              lang={one.locale}
              rows={5}
              maxLength={settings.howToPay.max}
            />
          ))}
        </SideBySide>
        <ConfirmationFields errorOf={fields.errorOf} />
      </Sheet>
      <Sheet id="instant-delivery" title={texts("instantDelivery")}>
        <p className="text-soft">{texts("instantDeliveryLead")}</p>
        <NumberFields names={numbersIn("payments")} fields={fields} />
      </Sheet>
    </>
  );
}
