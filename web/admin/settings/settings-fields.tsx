import { useEffect, useRef, useState } from "react";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH } from "#shop/constants.ts";
import { priceText } from "#shop/money.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import { BLURB_MAX_LENGTH, HOW_TO_PAY_MAX_LENGTH, SHOP_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsAnswer, TypedSettings } from "./settings.tsx";
import { SettingsLimits } from "./settings-limits.tsx";
import { TimeZoneField } from "./settings-time-zone.tsx";

type Props = { settings: ShopSettings; timeZones: readonly string[]; answered: SettingsAnswer | undefined };

/**
 * All settings in one form. What was typed stays after a refusal, which is shown beside its field.
 * [S1.3] [S1.8]
 */
export function SettingsFields({ settings, timeZones, answered }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const [seenAt] = useState(settings.changedAt.toISOString());
  const field = refusal && "field" in refusal ? (refusal.field ?? null) : null;
  useEffect(() => {
    if (field && refusal) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [field, refusal]);

  const typed = answered?.ok === false ? answered.typed : undefined;
  const values = typed ?? asTyped(settings);
  const text = (name: keyof ShopSettings) => ({
    name,
    defaultValue: values[name] ?? "",
    error: field === name ? refusal?.sentence : null,
  });
  const tick = (name: keyof ShopSettings) => ({
    name,
    isTicked: values[name] === "on",
    error: field === name ? refusal?.sentence : null,
  });

  return (
    <Form ref={form} method="post" action="/admin/settings" noValidate className="flex flex-col gap-4">
      <input type="hidden" name="seenAt" value={seenAtIn(answer) ?? seenAt} />
      {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
      <Sheet title="The shop">
        <TextField label="Name" {...text("name")} maxLength={SHOP_NAME_MAX_LENGTH} required />
        <TextareaField
          label="Blurb"
          hint="A sentence or two for the foot of every page."
          {...text("blurb")}
          rows={3}
          maxLength={BLURB_MAX_LENGTH}
        />
        <TextField
          label="Since"
          hint="The year in which the shop began."
          {...text("sinceYear")}
          inputMode="numeric"
          minLength={4}
          maxLength={4}
          required
          fieldClassName="max-w-32"
        />
        <TimeZoneField zones={timeZones} {...text("timeZone")} />
      </Sheet>
      <Sheet title="How buyers reach you">
        <p className="text-soft">What you leave empty is shown nowhere.</p>
        <TextField
          label="Support e-mail address"
          {...text("supportEmail")}
          type="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <TextField label="Chat link" {...text("chatUrl")} {...web} placeholder="https://" />
        <TextField label="Messaging link" {...text("messagingUrl")} {...web} placeholder="https://" />
        <TextField
          label="ID checker link"
          hint="Where buyers can check an ID they have."
          {...text("idCheckerUrl")}
          {...web}
          placeholder="https://"
        />
      </Sheet>
      <Sheet title="Payment">
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">Payment methods</legend>
          <TickField
            label={paymentMethods.request}
            text="Approving shows the buyer the IDs. They pay afterwards."
            {...tick("takesRequest")}
          />
          <TickField
            label={paymentMethods.amazon}
            text="Buyers send a card's code and a screenshot with the order."
            {...tick("takesAmazon")}
          />
        </fieldset>
        <TextareaField
          label="How to pay"
          hint={`Shown with the IDs on approved “${paymentMethods.request}” orders. Leave it empty if you tell buyers yourself.`}
          {...text("howToPay")}
          rows={5}
          maxLength={HOW_TO_PAY_MAX_LENGTH}
        />
      </Sheet>
      <Sheet title="Emails">
        <TickField
          label="Include IDs in approval emails"
          text={
            <span className="text-amber-ink">
              Careful: an email can be read on its way and stays in mailboxes. Otherwise the email only links to the order with its IDs.
            </span>
          }
          {...tick("mailsIds")}
        />
        <TickField label="Write to the owner for each new order" {...tick("mailsNewOrders")} />
        <TextField
          label="The owner's e-mail address"
          hint="Where emails to the owner go. Empty: to every admin."
          {...text("ownerEmail")}
          type="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_LENGTH}
        />
      </Sheet>
      <SettingsLimits field={text} />
      <Sheet title="Admin">
        <TickField
          label="Require a second factor of every admin"
          text="Who has none is led to set it up before anything else, you too. Recovery codes, and the command line, help who lost a device."
          {...tick("requiresSecondFactor")}
        />
        <RadioCards
          key={values.adminCurrency}
          legend="Label of amounts"
          name="adminCurrency"
          defaultValue={values.adminCurrency === "$" ? "$" : "₹"}
          cards={[
            { value: "₹", title: priceText(EXAMPLE_PAISE, "₹"), text: "Rupees, as buyers see them." },
            { value: "$", title: priceText(EXAMPLE_PAISE, "$"), text: "The same rupees with another label, in the admin's pages alone." },
          ]}
        />
      </Sheet>
      <div className="bottom-bar z-10 bg-paper sm:border-0 sm:bg-transparent sm:p-0">
        {refusal && !(field && hasOwnPlace(field)) && (
          <Alert kind="error">
            <p>{refusal.sentence}</p>
            {refusal.kind === "conflict" && (
              <a href="/admin/settings" target="_blank" className="touch-link font-medium text-inherit underline" rel="noopener">
                See the settings as they are now, in a new tab
              </a>
            )}
          </Alert>
        )}
        <Button type="submit" size="large" icon="check" isBusy={isBusy} className="sm:self-start">
          Save settings
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
const web = { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false, maxLength: LINK_MAX_LENGTH } as const;

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
      return [[name, value === null ? "" : String(value)]];
    }),
  );
}
