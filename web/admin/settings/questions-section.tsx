import { ORDER_MESSAGE_MAX_LENGTH } from "#shop/constants.ts";
import { QUESTION_PRESETS_MAX } from "#shop/settings/question-presets.ts";
import { SideBySide } from "#web/parts/forms/owner-languages.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { SelectField, TextareaField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { AskedKinds } from "../orders/messages/ask-fields.tsx";
import { inLanguage, type SettingsFields } from "./settings-form.tsx";

/**
 * The questions offered when a buyer is asked, a row each with what it asks for and a text in every
 * language, and an empty row for one more. [S14.9] [S11.2]
 */
export function QuestionsSection({ stored, fields: { text, languages } }: { stored: number; fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const rows = Array.from({ length: Math.min(stored + 1, QUESTION_PRESETS_MAX) }, (_, row) => `questionPresets.${row}`);
  return (
    <Sheet title={texts("questions")}>
      <p className="text-soft">{texts("questionsHint")}</p>
      <ol className="flex flex-col gap-6">
        {rows.map((name, row) => {
          const asks = text(`${name}.asks`);
          return (
            <li key={name} className="flex flex-col gap-3">
              <SelectField label={texts("questionAsks", { n: row + 1 })} {...asks} defaultValue={asks.defaultValue || "words"}>
                <AskedKinds />
              </SelectField>
              <SideBySide>
                {languages.map((one) => (
                  <TextareaField
                    key={one.code}
                    label={rich(texts, "questionIn", { n: row + 1, ...inLanguage(one) })}
                    {...text(`${name}.${one.code}`)}
                    lang={one.locale}
                    rows={3}
                    maxLength={ORDER_MESSAGE_MAX_LENGTH}
                  />
                ))}
              </SideBySide>
            </li>
          );
        })}
      </ol>
      <p className="field-hint">{texts("questionsReset", { max: QUESTION_PRESETS_MAX })}</p>
    </Sheet>
  );
}
