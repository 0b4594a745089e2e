import { PRICE_MAX_PAISE } from "#shop/constants.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { TextField } from "#web/ui/text-field.tsx";

/** What one ID cost, in rupees. */
export function CostField({ value, error }: { value: string | undefined; error: string | null }) {
  return (
    <TextField
      label="Cost per ID in ₹ (optional)"
      name="cost"
      type="number"
      inputMode="decimal"
      min={0}
      max={rupeesFromPaise(PRICE_MAX_PAISE)}
      step={0.01}
      defaultValue={value}
      autoComplete="off"
      error={error}
      fieldClassName="figures"
    />
  );
}
