import type { KeyIn } from "#messages/texts.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { answerOf, type MethodAnswer } from "./method-answer.ts";
import { Step } from "./steps.tsx";

/** The step that turns a method on or off. `missing` names what it lacks. */
export function SwitchStep({
  name,
  isOn,
  missing,
  answered,
  more,
}: {
  name: ChoosableMethod;
  isOn: boolean;
  missing: KeyIn<"adminPayments">[];
  answered: MethodAnswer | undefined;
  more?: string;
}) {
  const texts = useTexts("adminPayments");
  const method = useTexts("parts")(namesOfMethods[name]);
  const { Form, isBusy, refusal } = useAnswer(answerOf(answered, "switch"), () => {});
  return (
    <Step title={texts("switchTitle")} isDone={isOn} isOpen>
      <p>{texts(isOn ? "switchedOn" : "switchLead", { method })}</p>
      {more && <p className="text-soft">{more}</p>}
      {missing.length > 0 && <p className="text-soft">{texts("finishFirst", { parts: missing.map((part) => texts(part)).join(", ") })}</p>}
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      {(isOn || missing.length === 0) && (
        <Form method="post" action={`/admin/payment-methods/${name}`}>
          <input type="hidden" name="form" value="switch" />
          {!isOn && <input type="hidden" name="isOn" value="on" />}
          <Button type="submit" variant={isOn ? "secondary" : "primary"} isBusy={isBusy}>
            {texts(isOn ? "turnOff" : "turnOn", { method })}
          </Button>
        </Form>
      )}
    </Step>
  );
}
