import { useState } from "react";
import { useActionData } from "react-router";
import { PASSPHRASE_MIN_LENGTH } from "#shop/backups/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { NewPasswordFields } from "#web/parts/session/new-password-fields.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const fields = ["currentPassword", "passphrase", "passphraseAgain"];

/**
 * Asks for the admin's password and a passphrase, and downloads a backup. A plain form, because the
 * answer is a file: the browser shows how far it is, which a line says once it was sent. [S12.8]
 */
export function BackupForm({ email }: { email: string }) {
  const texts = useTexts("adminExport");
  const answer = useActionData<Answer>();
  const refusal = answer && !answer.ok ? answer : null;
  const [isSent, setSent] = useState(false);
  return (
    <Sheet title={texts("backup")}>
      <p className="text-soft">{texts("backupMeans")}</p>
      <form
        method="post"
        action="/admin/backup"
        onSubmit={() => setSent(true)}
        aria-label={texts("downloadBackup")}
        className="mt-4 flex max-w-2xl flex-col gap-4"
      >
        <RefusalAlert general={texts("failedToBackUp")} refusal={refusal} fields={fields} />
        <NewPasswordFields
          name="passphrase"
          label={texts("passphrase")}
          again={texts("passphraseAgain")}
          hint={texts("passphraseHint", { characters: PASSPHRASE_MIN_LENGTH })}
          minLength={PASSPHRASE_MIN_LENGTH}
          error={(field) => besides(refusal, field)}
        />
        <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
        <Button type="submit" icon="download" className="sm:self-start">
          {texts("downloadBackup")}
        </Button>
        <p role="status" className="field-hint">
          {isSent && texts("backupStarts")}
        </p>
      </form>
    </Sheet>
  );
}
