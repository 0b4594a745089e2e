import type { KeyIn } from "#messages/texts.ts";
import { confirmationNames } from "#shop/form-fields.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Key = KeyIn<"adminPeople">;
type ActionWords = { noun: string; button: Key; isDangerous: boolean; title: Key; what: Key };

/** The changes of a person, each with its confirmation dialog. */
export const personActions = {
  disabling: { noun: "disabling", button: "disable", isDangerous: true, title: "disableTitle", what: "disableLead" },
  enabling: { noun: "enabling", button: "enable", isDangerous: false, title: "enableTitle", what: "enableLead" },
  ownership: { noun: "ownership", button: "makeOwner", isDangerous: true, title: "makeOwnerTitle", what: "makeOwnerLead" },
  removal: { noun: "removal", button: "remove", isDangerous: true, title: "removeTitle", what: "removeLead" },
} as const satisfies Record<string, ActionWords>;

type Props = { action: ActionWords; person: { id: string; name: string }; email: string };

/** Changes a person after a confirmation with the own password. [S13.8] */
export function PersonAction({ action, person: { id, name }, email }: Props) {
  const texts = useTexts("adminPeople");
  const dialog = action.noun;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant={action.isDangerous && action.noun !== "ownership" ? "dangerQuiet" : "secondary"}
        isBusy={isBusy}
      >
        {texts(action.button)}
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts(action.title as "disableTitle", { name })}</span>}>
        <p>{texts(action.what as "disableLead")}</p>
        {refusal && !isAbout(refusal, confirmationNames) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/people/${encodeURIComponent(id)}/${action.noun}`} className="flex flex-col gap-4">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <ConfirmationFields errorOf={(field) => besides(refusal, field)} hint={texts("passwordHint")} />
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant={action.isDangerous ? "danger" : "primary"} isBusy={isBusy}>
              {texts(action.button)}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
