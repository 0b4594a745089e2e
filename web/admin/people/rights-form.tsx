import { confirmationNames } from "#shop/form-fields.ts";
import type { Right } from "#shop/rights.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import type { ShownRight } from "#web/shown-rights.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { RightFields } from "./right-fields.tsx";

type Props = { id: string; all: ShownRight[]; ticked: readonly Right[]; email: string; isOwner: boolean };

/** Changes what a person may do, on demand; an owner becomes a helper by it. [S13.8] */
export function RightsForm({ id, all, ticked, email, isOwner }: Props) {
  const texts = useTexts("adminPeople");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold text-action">{texts("change")}</summary>
      <Form
        method="post"
        action={`/admin/people/${encodeURIComponent(id)}/rights`}
        aria-label={texts("changeForm")}
        className="flex max-w-2xl flex-col gap-4 pt-2"
      >
        {isOwner && <p>{texts("ownerBecomesHelper")}</p>}
        {refusal && !isAbout(refusal, ["rights", ...confirmationNames]) && <Alert kind="error">{refusal.sentence}</Alert>}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <RightFields all={all} ticked={ticked} error={besides(refusal, "rights")} />
        <ConfirmationFields errorOf={(field) => besides(refusal, field)} hint={texts("passwordHint")} />
        <Button type="submit" isBusy={isBusy} className="sm:self-start">
          {texts("saveRights")}
        </Button>
      </Form>
    </details>
  );
}
