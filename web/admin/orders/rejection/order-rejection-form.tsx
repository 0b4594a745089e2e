import { type SubmitEvent, useRef, useState } from "react";
import { REASON_MAX_LENGTH } from "#shop/orders/constants.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import { fieldOf, unlessElsewhere } from "../decision-fields.ts";
import { useTypedTexts } from "../typed-texts.ts";
import { ReasonChips } from "./reason-chips.tsx";

type Props = { order: AdminOrder; answered: DecisionAnswer | undefined; onDone: () => void };

/** Rejects an order with a reason for the buyer. [S2.30] [S5.6] */
export function OrderRejectionForm({ order, answered, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const { Form, isBusy, refusal } = useAnswer(answered, onDone);
  const typed = answered?.typed;
  const { typedBefore, keepTyped } = useTypedTexts(`reject-${order.requestCode}`);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isPending = order.status === "pending";
  const sentence = isReasonMissing ? texts("reasonRequired") : refusal?.sentence;
  const field = isReasonMissing ? "reason" : refusal && fieldOf(refusal);

  useFocusOnRefusal(refusal && fieldOf(refusal) === "reason" && refusal, () => unlessElsewhere(reasonField.current));

  function check(event: SubmitEvent<HTMLFormElement>) {
    setReasonMissing(false);
    if (reasonField.current?.value.trim()) return;

    event.preventDefault();
    setReasonMissing(true);
    reasonField.current?.focus();
  }

  return (
    <Form
      method="post"
      action={`/admin/orders/${order.requestCode}/rejection`}
      onInput={keepTyped}
      onSubmit={check}
      noValidate
      aria-label={texts("rejectOrder", { code: order.requestCode })}
      className="flex flex-col gap-4"
    >
      {isPending && <ReasonChips field={reasonField} onChosen={() => setReasonMissing(false)} />}
      <TextareaField
        ref={reasonField}
        name="reason"
        label={texts("rejectionReason")}
        hint={texts("reasonHint")}
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        defaultValue={typed?.reason ?? typedBefore("reason")}
        error={field === "reason" ? sentence : null}
        readOnly={!isPending}
      />
      {sentence && !field && <Alert kind="error">{sentence}</Alert>}
      {isPending && (
        <Button type="submit" variant="dangerQuiet" icon="cross" isBusy={isBusy} className="sm:self-start">
          {texts("reject")}
        </Button>
      )}
    </Form>
  );
}
