import type { KeyIn } from "#messages/texts.ts";
import type { ListedCustomer } from "#shop/accounts/customers/list-customers.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Key = KeyIn<"adminCustomers">;
type ActionWords = { noun: string; button: Key; isDangerous: boolean; title: Key; what: Key };

/** The actions on an account, each with its confirmation dialog. */
export const customerActions = {
  disabling: { noun: "disabling", button: "disable", isDangerous: true, title: "disableTitle", what: "disableLead" },
  enabling: { noun: "enabling", button: "enable", isDangerous: false, title: "enableTitle", what: "enableLead" },
} as const satisfies Record<string, ActionWords>;

type Props = { action: (typeof customerActions)[keyof typeof customerActions]; customer: ListedCustomer };

/** Changes a customer's account after a confirmation that explains it. */
export function CustomerAction({ action, customer: { id, email } }: Props) {
  const texts = useTexts("adminCustomers");
  const dialog = `${action.noun}-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant={action.isDangerous ? "dangerQuiet" : "secondary"}
        isBusy={isBusy}
        className="whitespace-nowrap max-md:flex-1"
      >
        {texts(action.button)}
        <span className="unseen"> {email}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts(action.title, { email })}</span>}>
        <p>{texts(action.what)}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/customers/${encodeURIComponent(id)}/${action.noun}`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("cancel")}</SafeButton>
            <Button type="submit" variant={action.isDangerous ? "danger" : "primary"} isBusy={isBusy}>
              {texts(action.button)}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
