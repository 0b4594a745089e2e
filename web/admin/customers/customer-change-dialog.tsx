import type { KeyIn } from "#messages/texts.ts";
import type { ListedCustomer } from "#shop/accounts/customers/list-customers.server.ts";
import { confirmationNames } from "#shop/form-fields.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Key = KeyIn<"adminCustomers">;
type ActionWords = { noun: string; button: Key; isDangerous: boolean; title: Key; what: Key; cancelLabel: Key };

/** The actions on an account, each with its confirmation dialog. */
export const customerActions = {
  disabling: {
    noun: "disabling",
    button: "disable",
    isDangerous: true,
    title: "disableTitle",
    what: "disableLead",
    cancelLabel: "leaveEnabled",
  },
  enabling: {
    noun: "enabling",
    button: "enable",
    isDangerous: false,
    title: "enableTitle",
    what: "enableLead",
    cancelLabel: "leaveDisabled",
  },
  promotion: {
    noun: "promotion",
    button: "makeAdmin",
    isDangerous: true,
    title: "makeAdminTitle",
    what: "makeAdminLead",
    cancelLabel: "cancel",
  },
  demotion: {
    noun: "demotion",
    button: "makeCustomer",
    isDangerous: true,
    title: "makeCustomerTitle",
    what: "makeCustomerLead",
    cancelLabel: "leaveAdmin",
  },
} as const satisfies Record<string, ActionWords>;

type Action = (typeof customerActions)[keyof typeof customerActions];

type Props = { action: Action; customer: ListedCustomer; ownEmail: string };

/**
 * Changes an account after a confirmation that explains it, with the own password where somebody
 * works in the shop, or will. [S13.8]
 */
export function CustomerAction({ action, customer: { id, email, role }, ownEmail }: Props) {
  const texts = useTexts("adminCustomers");
  const dialog = `${action.noun}-${id}`;
  const needsPassword = role !== "customer" || action.noun === "promotion";
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant={action.noun === "disabling" ? "dangerQuiet" : "secondary"}
        isBusy={isBusy}
        className="whitespace-nowrap max-md:flex-1"
      >
        {texts(action.button)}
        <span className="unseen"> {email}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts(action.title, { email })}</span>}>
        <p>{texts(action.what)}</p>
        {refusal && !isAbout(refusal, confirmationNames) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/customers/${encodeURIComponent(id)}/${action.noun}`} className="flex flex-col gap-4">
          {needsPassword && (
            <>
              <input type="text" name="username" autoComplete="username" value={ownEmail} readOnly hidden />
              <ConfirmationFields errorOf={(field) => besides(refusal, field)} hint={texts("passwordHint")} />
            </>
          )}
          <DialogActions>
            <SafeButton dialog={dialog}>{texts(action.cancelLabel)}</SafeButton>
            <Button type="submit" variant={action.isDangerous ? "danger" : "primary"} isBusy={isBusy}>
              {texts(action.button)}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
