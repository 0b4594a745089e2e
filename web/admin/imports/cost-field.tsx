import { AMOUNT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** The cost of one ID, in rupees. */
export function CostField({ value, error }: { value: string | undefined; error: string | null }) {
  const texts = useTexts("adminImports");
  return (
    <TextField
      label={texts("costOptional")}
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
