import { messages } from "#shop/messages.ts";
import { besides, RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { useDetailsForm } from "./use-details-form.ts";

const DIALOG = "delete-account";

type Props = { email: string; orders: { all: number; pending: number }; answered: AccountAnswer | undefined };

/** Deletes the account after a dialog that explains it and asks for the password. [S6.8] */
export function DeletionForm({ email, orders, answered }: Props) {
  const { Form, form, isBusy, refusal } = useDetailsForm(answered);
  // Without JavaScript the dialog is closed when the answer arrives, so the error is shown outside
  // it.
  const saidOutside = answered && !answered.ok && refusal === answered ? answered : null;
  return (
    <Sheet title="Delete the account">
      <p className="text-soft">Your address and your name leave the shop. Your orders stay in its books without them.</p>
      <RefusalAlert general={messages.failedToDeleteAccount} refusal={saidOutside} fields={[]} />
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="trash" className="sm:self-start">
        Delete the account
      </DialogButton>
      <Dialog id={DIALOG} title={`Delete the account ${email}?`}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {orders.pending > 0 && (
            <li>{orders.pending === 1 ? "Your pending order is" : `Your ${orders.pending} pending orders are`} cancelled.</li>
          )}
          {orders.all > 0 && (
            <li>
              {orders.all === 1 ? "Your order stays" : `Your ${orders.all} orders stay`} with the shop, without you. You cannot see IDs that
              you bought any more: download your data first, or copy those that you still need.
            </li>
          )}
          <li>
            Your name, address, password and the messages that you wrote to the shop are gone, and every device is logged out. This cannot
            be undone.
          </li>
        </ul>
        <Form ref={form} method="post" action="/account/deletion" aria-label="Delete the account" className="flex flex-col gap-4">
          <RefusalAlert general={messages.failedToDeleteAccount} refusal={refusal} fields={["currentPassword"]} />
          <OwnPasswordField label="Your password" email={email} error={besides(refusal, "currentPassword")} />
          <DialogActions>
            <SafeButton dialog={DIALOG}>Keep the account</SafeButton>
            <Button type="submit" variant="danger" icon="trash" isBusy={isBusy}>
              Delete the account
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </Sheet>
  );
}
