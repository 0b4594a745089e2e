import { useActionData } from "react-router";
import { PASSWORD_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { PASSPHRASE_MIN_LENGTH } from "#shop/backups/constants.ts";
import { besides, RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const fields = ["currentPassword", "passphrase", "passphraseAgain"];

/**
 * Asks for the admin's password and a passphrase, and downloads a backup. A plain form, because the
 * answer is a file: the browser shows how far it is. [S12.8]
 */
export function BackupForm({ email }: { email: string }) {
  const texts = useTexts("adminExport");
  const answer = useActionData<Answer>();
  const refusal = answer && !answer.ok ? answer : null;
  return (
    <Sheet title={texts("backup")}>
      <p className="text-soft">{texts("backupMeans")}</p>
      <form method="post" action="/admin/backup" aria-label={texts("downloadBackup")} className="mt-4 flex max-w-2xl flex-col gap-4">
        <RefusalAlert general={texts("failedToBackUp")} refusal={refusal} fields={fields} />
        <TextField
          label={texts("passphrase")}
          name="passphrase"
          type="password"
          autoComplete="new-password"
          minLength={PASSPHRASE_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
          hint={texts("passphraseHint", { characters: PASSPHRASE_MIN_LENGTH })}
          error={besides(refusal, "passphrase")}
        />
        <TextField
          label={texts("passphraseAgain")}
          name="passphraseAgain"
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
          required
          error={besides(refusal, "passphraseAgain")}
          alsoAbout={["passphrase"]}
        />
        <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
        <Button type="submit" icon="download" className="sm:self-start">
          {texts("downloadBackup")}
        </Button>
      </form>
    </Sheet>
  );
}
