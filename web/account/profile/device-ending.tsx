import { messages } from "#shop/messages.ts";
import { besides, RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { useDetailsForm } from "./use-details-form.ts";

type Props = { id: string; action: string; title: string; email: string; cancelLabel: string; button: ButtonWords };
type ButtonWords = { shown: string; unseen?: string; isWide?: boolean };

/** Logs out one device, or all others, after a dialog that asks for the password. [S4.10] */
export function DeviceEnding({ id, action, title, email, cancelLabel, button }: Props) {
  const { Form, form, isBusy, refusal } = useDetailsForm(undefined);
  return (
    <>
      <DialogButton dialog={id} variant="secondary" icon={button.isWide ? "logout" : undefined} className="sm:self-start">
        <span>{button.shown}</span>
        {button.unseen && <span className="unseen"> {button.unseen}</span>}
      </DialogButton>
      <Dialog id={id} title={title}>
        <Form ref={form} method="post" action={action} aria-label={title} className="flex flex-col gap-4">
          <RefusalAlert general={messages.failedToLogOutDevice} refusal={refusal} fields={["currentPassword"]} />
          <OwnPasswordField label="Your password" email={email} error={besides(refusal, "currentPassword")} />
          <DialogActions>
            <SafeButton dialog={id}>{cancelLabel}</SafeButton>
            <Button type="submit" icon="logout" isBusy={isBusy}>
              Log out
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
