import { useTexts } from "#web/texts.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** What emails to buyers contain. */
export function EmailsSection({ fields: { tick } }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet title={texts("emailsToBuyers")}>
      <TickField
        label={texts("idsInEmails")}
        text={<span className="text-amber-ink">{texts("idsInEmailsHint")}</span>}
        {...tick("mailsIds")}
      />
    </Sheet>
  );
}
