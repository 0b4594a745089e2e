import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { useDetailsForm } from "./use-details-form.ts";

type Props = { id: string; action: string; title: string; email: string; cancelLabel: string; button: ButtonWords };
type ButtonWords = { shown: string; unseen?: string; isWide?: boolean };

/** Logs out one device, or all others, after a dialog that asks for the password. [S4.10] */
export function DeviceEnding({ id, action, title, email, cancelLabel, button }: Props) {
  const texts = useTexts("account");
  const { Form, form, isBusy, refusal } = useDetailsForm(undefined);
  return (
    <>
      <DialogButton dialog={id} variant="secondary" icon={button.isWide ? "logout" : undefined} className="sm:self-start">
        <span>{button.shown}</span>
        {button.unseen && <span className="unseen"> {button.unseen}</span>}
      </DialogButton>
      <Dialog id={id} title={title}>
        <Form ref={form} method="post" action={action} aria-label={title} className="flex flex-col gap-4">
          <RefusalAlert general={texts("failedToLogOutDevice")} refusal={refusal} fields={["currentPassword"]} />
          <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
          <DialogActions>
            <SafeButton dialog={id}>{cancelLabel}</SafeButton>
            <Button type="submit" icon="logout" isBusy={isBusy}>
              {texts("logOut")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
