import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** The emails that the owner gets, on the page of notifications. */
export function OwnerEmailsSection({ fields: { text, tick } }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet title={texts("emailsToOwner")}>
      <TickField label={texts("emailsForNewOrders")} {...tick("mailsNewOrders")} />
      <TextField
        label={texts("ownerEmail")}
        hint={texts("ownerEmailHint")}
        {...text("ownerEmail")}
        type="email"
        autoCapitalize="none"
        maxLength={EMAIL_MAX_LENGTH}
      />
    </Sheet>
  );
}
