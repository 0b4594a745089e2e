import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useDetailsForm } from "./use-details-form.ts";

const DIALOG = "delete-account";

type Props = { email: string; orders: { all: number; pending: number }; answered: TypedAnswer | undefined };

/** Deletes the account after a dialog that explains it and asks for the password. [S6.8] */
export function DeletionForm({ email, orders, answered }: Props) {
  const texts = useTexts("account");
  const { Form, form, isBusy, refusal } = useDetailsForm(answered);
  // Without JavaScript the dialog is closed when the answer arrives, so the error is shown outside
  // it.
  const saidOutside = answered && !answered.ok && refusal === answered ? answered : null;
  return (
    <Sheet title={texts("deleteAccount")}>
      <p className="text-soft">{texts("deleteAccountLead")}</p>
      <RefusalAlert general={texts("failedToDeleteAccount")} refusal={saidOutside} fields={[]} />
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="trash" className="sm:self-start">
        {texts("deleteAccount")}
      </DialogButton>
      <Dialog id={DIALOG} title={texts("deleteAccountTitle", { email })}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {orders.pending > 0 && <li>{texts("pendingOrdersCancelled", { count: orders.pending })}</li>}
          {orders.all > 0 && <li>{texts("ordersStay", { count: orders.all })}</li>}
          <li>{texts("allElseGone")}</li>
        </ul>
        <Form ref={form} method="post" action="/account/deletion" aria-label={texts("deleteAccount")} className="flex flex-col gap-4">
          <RefusalAlert general={texts("failedToDeleteAccount")} refusal={refusal} fields={["currentPassword"]} />
          <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("keepAccount")}</SafeButton>
            <Button type="submit" variant="danger" icon="trash" isBusy={isBusy}>
              {texts("deleteAccount")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </Sheet>
  );
}
