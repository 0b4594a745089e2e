import { Form, useNavigation } from "react-router";
import { besides } from "#web/parts/forms/besides.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Props = { email: string; refusal: Extract<Answer, { ok: false }> | null };

/** Explains the second factor and asks for the password to start. */
export function SecondFactorStart({ email, refusal }: Props) {
  const texts = useTexts("adminSecondFactor");
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Sheet title={texts("setUp")}>
      <p>{texts("appNeeded")}</p>
      <Form
        method="post"
        action="/admin/second-factor/key"
        aria-label={texts("setUpSecondFactor")}
        className="flex max-w-md flex-col gap-4"
      >
        <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
        <Button type="submit" icon="shield" isBusy={isBusy} className="sm:self-start">
          {texts("setUpSecondFactor")}
        </Button>
      </Form>
    </Sheet>
  );
}
