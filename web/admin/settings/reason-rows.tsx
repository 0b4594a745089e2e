import { REJECTION_REASON_MAX_LENGTH, REJECTION_REASONS_MAX } from "#shop/settings/rejection-reasons.ts";
import { SideBySide } from "#web/parts/forms/owner-languages.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { inLanguage, type SettingsFields } from "./settings-form.tsx";

/** Rows for further reasons; after saving there are as many again. */
const EMPTY_ROWS = 2;

/**
 * The reasons offered when an order is rejected, a row each with a text in every language.
 * [S5.6] [S11.2]
 */
export function ReasonRows({ stored, fields: { text, languages } }: { stored: number; fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const length = Math.min(stored + EMPTY_ROWS, REJECTION_REASONS_MAX);
  const rows = Array.from({ length }, (_, row) => `rejectionReasons.${row}`);
  return (
    <Sheet title={texts("reasons")}>
      <p className="text-soft">{texts("reasonsHint")}</p>
      <ol className="flex flex-col gap-4">
        {rows.map((name, row) => (
          <li key={name}>
            <SideBySide>
              {languages.map((one) => (
                <TextField
                  key={one.code}
                  label={rich(texts, "reasonIn", { n: row + 1, ...inLanguage(one) })}
                  {...text(`${name}.${one.code}`)}
                  lang={one.locale}
                  maxLength={REJECTION_REASON_MAX_LENGTH}
                />
              ))}
            </SideBySide>
          </li>
        ))}
      </ol>
      <p className="field-hint">{texts("reasonsReset")}</p>
    </Sheet>
  );
}
