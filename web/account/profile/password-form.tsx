import { PASSWORD_MIN_LENGTH } from "#shop/accounts/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { NewPasswordFields } from "#web/parts/session/new-password-fields.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useDetailsForm } from "./use-details-form.ts";

const fields = ["currentPassword", "password", "passwordAgain"];

/**
 * The form for a new password, which logs out all other devices. A hidden email address helps
 * password managers. [S7.4] [S8.3]
 */
export function PasswordForm({ email, answered }: { email: string; answered: TypedAnswer | undefined }) {
  const texts = useTexts("account");
  const { Form, form, isBusy, refusal } = useDetailsForm(answered);
  return (
    <Sheet title={texts("password")}>
      <Form ref={form} method="post" action="/account/password" aria-label={texts("changePassword")} className="flex flex-col gap-4">
        {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
        <RefusalAlert general={texts("failedToChangePassword")} refusal={refusal} fields={fields} />
        <OwnPasswordField label={texts("currentPassword")} email={email} error={besides(refusal, "currentPassword")} />
        <NewPasswordFields
          name="password"
          label={texts("newPassword")}
          again={texts("newPasswordAgain")}
          hint={texts("newPasswordHint", { characters: PASSWORD_MIN_LENGTH })}
          minLength={PASSWORD_MIN_LENGTH}
          error={(field) => besides(refusal, field)}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} className="sm:self-start">
          {texts("changePassword")}
        </Button>
      </Form>
    </Sheet>
  );
}
