import { GSTIN_LENGTH } from "#shop/settings/constants.ts";
import { settings } from "#shop/settings/settings-list.ts";
import { useTexts } from "#web/texts.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** The seller and the tax on receipts. [S10.15] */
export function ReceiptsSection({ fields: { text } }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const rate = text("gstRate");
  return (
    <Sheet title={texts("receipts")}>
      <p className="text-soft">{texts("receiptsLead")}</p>
      <TextField label={texts("sellerName")} hint={texts("sellerNameHint")} {...text("sellerName")} maxLength={settings.sellerName.max} />
      <TextareaField label={texts("sellerAddress")} {...text("sellerAddress")} rows={3} maxLength={settings.sellerAddress.max} />
      <TextField
        label={texts("gstin")}
        hint={texts("gstinHint")}
        {...text("gstin")}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={GSTIN_LENGTH + SPACES_MAX}
        fieldClassName="max-w-64"
      />
      <TextField label={texts("hsnCode")} {...text("hsnCode")} inputMode="numeric" maxLength={8} fieldClassName="max-w-32" />
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
