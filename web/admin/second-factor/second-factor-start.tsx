import { Form, useNavigation } from "react-router";
import { besides } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Props = { email: string; refusal: Extract<Answer, { ok: false }> | null };

/** Explains the second factor and asks for the password to start. */
export function SecondFactorStart({ email, refusal }: Props) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Sheet title="Set it up">
      <p>
        You need an authenticator app on your phone or computer: Google Authenticator, Microsoft Authenticator, Aegis, 1Password and
        Bitwarden are some that do. It takes about a minute.
      </p>
      <Form method="post" action="/admin/second-factor/key" aria-label="Set up the second factor" className="flex max-w-md flex-col gap-4">
        <OwnPasswordField label="Your password" email={email} error={besides(refusal, "currentPassword")} />
        <Button type="submit" icon="shield" isBusy={isBusy} className="sm:self-start">
          Set up the second factor
        </Button>
      </Form>
    </Sheet>
  );
}
