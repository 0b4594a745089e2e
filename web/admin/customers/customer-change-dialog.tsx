import type { ListedCustomer } from "#shop/accounts/customers/list-customers.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Action = { noun: string; button: string; isDangerous: boolean; title: (email: string) => string; what: string; cancelLabel: string };

/** The actions on an account, each with its confirmation dialog. */
export const customerActions = {
  disabling: {
    noun: "disabling",
    button: "Disable",
    isDangerous: true,
    title: (email) => `Disable ${email}?`,
    what: "Every device that is logged in to this account is logged out at once, and nobody can log in with it. Its orders stay as they are.",
    cancelLabel: "Leave it enabled",
  },
  enabling: {
    noun: "enabling",
    button: "Enable",
    isDangerous: false,
    title: (email) => `Enable ${email} again?`,
    what: "Its owner can log in again with the same password.",
    cancelLabel: "Leave it disabled",
  },
  promotion: {
    noun: "promotion",
    button: "Make admin",
    isDangerous: true,
    title: (email) => `Make ${email} an admin?`,
    what: "An admin sees every order, ID and customer, and can do all that you can. We log the account out and email it a link to set a new password.",
    cancelLabel: "Cancel",
  },
  demotion: {
    noun: "demotion",
    button: "Make customer",
    isDangerous: true,
    title: (email) => `Make ${email} a customer again?`,
    what: "The account is logged out and cannot come into the admin's pages any more. Its own orders stay with it.",
    cancelLabel: "Leave it an admin",
  },
} as const satisfies Record<string, Action>;

type Props = { action: Action; customer: ListedCustomer };

/** Changes an account after a confirmation that explains it. */
export function CustomerAction({ action, customer: { id, email } }: Props) {
  const dialog = `${action.noun}-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant={action.noun === "disabling" ? "dangerQuiet" : "secondary"}
        isBusy={isBusy}
        className="whitespace-nowrap max-md:flex-1"
      >
        {action.button}
        <span className="unseen"> {email}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{action.title(email)}</span>}>
        <p>{action.what}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/customers/${encodeURIComponent(id)}/${action.noun}`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{action.cancelLabel}</SafeButton>
            <Button type="submit" variant={action.isDangerous ? "danger" : "primary"} isBusy={isBusy}>
              {action.button}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
