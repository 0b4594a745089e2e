import type { KeyIn } from "#messages/texts.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Grid, NumberField } from "./settings-limits.tsx";

type Field = (name: keyof ShopSettings) => { name: string; defaultValue: string; error?: string | null | undefined };

const fields = [
  ["instantAmountMax", "instantAmount", "instantAmountHint"],
  ["instantIdsMax", "instantIds", "instantIdsHint"],
  ["latePaymentHours", "latePayment", "latePaymentHint"],
  ["paymentAskedHours", "paymentAsked", "paymentAskedHint"],
] as const satisfies (readonly [keyof ShopSettings, label: KeyIn<"adminSettings">, hint: KeyIn<"adminSettings">])[];

/** What is delivered without a look, and how long an order waits for its money. [S10.6] [S10.8] [S10.17] */
export function SettingsInstant({ field }: { field: Field }) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet id="instant-delivery" title={texts("instantDelivery")}>
      <p className="text-soft">{texts("instantDeliveryLead")}</p>
      <Grid>
        {fields.map(([name, label, hint]) => (
          <NumberField key={name} label={texts(label)} hint={texts(hint)} {...field(name)} />
        ))}
      </Grid>
    </Sheet>
  );
}
