import { besides } from "#web/parts/forms/besides.ts";
import { useTexts } from "#web/texts.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ASKED_FOR, askedFor, recordingQuestions } from "./own-answers.ts";
import type { Sending } from "./payment-card.tsx";

const ADDRESS = "/admin/money/recording";

/** A button that opens the form to record a UPI payment that the admin saw at the bank. [S10.12] */
export function RecordingForm({ sending: { Form, sent, isBusy, refusal, typed, refused, onSend } }: { sending: Sending }) {
  const texts = useTexts("adminMoney");
  const isSent = sent === ADDRESS;
  const field = (name: string) => ({
    name,
    required: true,
    autoComplete: "off",
    maxLength: 100,
    ...(isSent && { defaultValue: typed?.[name], error: besides(refusal, name) }),
  });
  return (
    <details open={isSent || undefined} className="money-recording">
      <summary className={buttonStyle({ variant: "secondary" })}>
        <Icon name="plus" />
        {texts("recordPayment")}
      </summary>
      <Form
        method="post"
        action={ADDRESS}
        onSubmit={({ currentTarget }) => onSend(ADDRESS, currentTarget)}
        className="card mt-3 flex flex-col gap-4 p-4"
      >
        <p className="text-soft">{texts("recordHint")}</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={texts("utr")} inputMode="numeric" {...field("utr")} />
          <TextField label={texts("amount")} inputMode="decimal" {...field("amount")} />
          <TextField label={texts("requestCode")} autoCapitalize="characters" {...field("requestCode")} />
        </div>
        {isSent && refusal?.code === "lineHasPaid" && (
          <>
            <input type="hidden" name={ASKED_FOR} value={askedFor(refused, recordingQuestions)} />
            <TickField
              key={askedFor(refused, recordingQuestions)}
              label={texts("isOtherMoney")}
              name="isOtherMoney"
              isTicked={false}
              error={besides(refusal, "isOtherMoney")}
            />
          </>
        )}
        <Button type="submit" isBusy={isBusy && isSent} className="sm:self-start">
          {texts("record")}
        </Button>
      </Form>
    </details>
  );
}
