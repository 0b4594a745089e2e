import { numbersIn } from "#shop/settings/settings-list.ts";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { NumberFields } from "./number-fields.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** After how many days what was handled is erased; 0 or nothing for never. */
export function DataSection({ fields }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet title={texts("erasing")}>
      <p className="text-soft">{texts("erasingHint")}</p>
      <NumberFields names={numbersIn("data")} fields={fields} isRequired={false} />
    </Sheet>
  );
}
