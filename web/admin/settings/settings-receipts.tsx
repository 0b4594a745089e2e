import { GSTIN_LENGTH, SELLER_ADDRESS_MAX_LENGTH, SELLER_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Field = (name: keyof ShopSettings) => { name: string; defaultValue: string; error?: string | null | undefined };

/** The seller and the tax on receipts. [S10.15] */
export function SettingsReceipts({ field }: { field: Field }) {
  const texts = useTexts("adminSettings");
  const rate = field("gstRate");
  return (
    <Sheet title={texts("receipts")}>
      <p className="text-soft">{texts("receiptsLead")}</p>
      <TextField label={texts("sellerName")} hint={texts("sellerNameHint")} {...field("sellerName")} maxLength={SELLER_NAME_MAX_LENGTH} />
      <TextareaField label={texts("sellerAddress")} {...field("sellerAddress")} rows={3} maxLength={SELLER_ADDRESS_MAX_LENGTH} />
      <TextField
        label={texts("gstin")}
        hint={texts("gstinHint")}
        {...field("gstin")}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={GSTIN_LENGTH + SPACES_MAX}
        fieldClassName="max-w-64"
      />
      <TextField label={texts("hsnCode")} {...field("hsnCode")} inputMode="numeric" maxLength={8} fieldClassName="max-w-32" />
      <SelectField label={texts("gstRate")} {...rate} key={rate.defaultValue} fieldClassName="max-w-32">
        {ratesWith(Number(rate.defaultValue)).map((one) => (
          <option key={one} value={one}>
            {texts("percent", { rate: one / 100 })}
          </option>
        ))}
      </SelectField>
    </Sheet>
  );
}

/** People may type a GSTIN in groups. */
const SPACES_MAX = 5;
/** The usual rates, in hundredths of a percent. */
const RATES = [0, 25, 300, 500, 1_200, 1_800, 2_800, 4_000];

/** The usual rates and the present one, which a program may have set. */
function ratesWith(present: number): number[] {
  return [...new Set([...RATES, present])].sort((one, other) => one - other);
}
