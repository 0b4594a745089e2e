import type { ErasingName, LimitName } from "#shop/settings/shop-settings.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { SettingsFields } from "./settings-form.tsx";

type PaymentName = "instantAmountMax" | "instantIdsMax" | "newBuyersIdsMax" | "latePaymentHours" | "paymentAskedHours";

/** A whole number with its label and hint. */
type NumberRow = readonly [name: LimitName | ErasingName | PaymentName, label: string, hint: string];

/** Whole numbers, side by side where there is room. */
export function NumberFields({
  rows,
  fields,
  isRequired = true,
}: {
  rows: readonly NumberRow[];
  fields: SettingsFields;
  isRequired?: boolean;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {rows.map(([name, label, hint]) => (
        <TextField key={name} label={label} hint={hint} {...fields.text(name)} inputMode="numeric" maxLength={7} required={isRequired} />
      ))}
    </div>
  );
}
