import { AMOUNT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** The cost of one ID, in rupees. */
export function CostField({ value, error }: { value: string | undefined; error: string | null }) {
  return (
    <TextField
      label="Cost per ID in ₹ (optional)"
      name="cost"
      inputMode="decimal"
      maxLength={AMOUNT_MAX_LENGTH}
      defaultValue={value}
      autoComplete="off"
      error={error}
      fieldClassName="figures"
    />
  );
}
