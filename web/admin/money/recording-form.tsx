import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Sending } from "./payment-card.tsx";

const ADDRESS = "/admin/money/recording";

/** The form to record a UPI payment that the admin saw at the bank, closed at first. [S10.12] */
export function RecordingForm({ sending: { Form, busyWith, onSend } }: { sending: Sending }) {
  const texts = useTexts("adminMoney");
  return (
    <details className="card group p-4 sm:p-5">
      <summary className="touch-link gap-2 font-semibold">
        <Icon name="plus" />
        {texts("recordPayment")}
      </summary>
      <Form method="post" action={ADDRESS} onSubmit={() => onSend(ADDRESS)} className="mt-3 flex flex-col gap-4">
        <p className="text-soft">{texts("recordHint")}</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={texts("utr")} name="utr" required inputMode="numeric" autoComplete="off" maxLength={30} />
          <TextField label={texts("amount")} name="amount" required inputMode="decimal" autoComplete="off" maxLength={30} />
          <TextField
            label={texts("requestCode")}
            name="requestCode"
            required
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
          />
        </div>
        <Button type="submit" isBusy={busyWith === ADDRESS} className="sm:self-start">
          {texts("record")}
        </Button>
      </Form>
    </details>
  );
}
