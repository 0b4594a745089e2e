import type { UpiMethod } from "#shop/payments/upi/upi-method.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/**
 * The form of the UPI method: UPI ID, payee's name, whether it is a merchant's, and its switch.
 * [S10.1] [S10.12]
 */
export function UpiMethodSheet({ method, answered }: { method: UpiMethod; answered: TypedAnswer | undefined }) {
  const texts = useTexts("adminPayments");
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const typed = answered?.typed;
  const isTicked = (name: "isMerchantVpa" | "isOn") => (typed ? typed[name] !== undefined : method[name]);
  return (
    <Sheet
      title={texts("upi")}
      actions={
        <Badge tone={method.isOn ? "green" : "slate"} icon={method.isOn ? "done" : "pause"}>
          {texts(method.isOn ? "on" : "off")}
        </Badge>
      }
    >
      <p className="text-soft">{texts("upiHint")}</p>
      <Form method="post" action="/admin/payment-methods/upi" aria-label={texts("upi")} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={texts("vpa")}
            name="vpa"
            defaultValue={typed?.vpa ?? method.vpa ?? ""}
            hint={texts("vpaHint")}
            error={besides(refusal, "vpa")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            translate="no"
          />
          <TextField
            label={texts("payeeName")}
            name="payeeName"
            defaultValue={typed?.payeeName ?? method.payeeName ?? ""}
            hint={texts("payeeNameHint")}
            error={besides(refusal, "payeeName")}
            autoComplete="off"
            maxLength={60}
          />
        </div>
        <TickField
          name="isMerchantVpa"
          label={texts("isMerchantVpa")}
          text={texts("isMerchantVpaHint")}
          isTicked={isTicked("isMerchantVpa")}
        />
        <TickField name="isOn" label={texts("takeUpi")} text={texts("takeUpiHint")} isTicked={isTicked("isOn")} />
        <ConfirmationFields errorOf={(field) => besides(refusal, field)} />
        {refusal && !isAbout(refusal, ["vpa", "payeeName", "currentPassword", "code"]) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Button type="submit" isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
    </Sheet>
  );
}
