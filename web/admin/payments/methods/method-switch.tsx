import type { KeyIn } from "#messages/texts.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { answerOf, type MethodAnswer } from "./method-answer.ts";
import { Step } from "./steps.tsx";
import { type Fields, StoredFields } from "./stored-fields.tsx";

/** The step that turns a method on or off. `missing` names what it lacks, `stored` is the rest. */
export function SwitchStep({
  name,
  isOn,
  missing,
  stored,
  answered,
  more,
}: {
  name: ChoosableMethod;
  isOn: boolean;
  missing: KeyIn<"adminPayments">[];
  stored: Fields;
  answered: MethodAnswer | undefined;
  more?: string;
}) {
  const texts = useTexts("adminPayments");
  const method = useTexts("parts")(namesOfMethods[name]);
  const { Form, isBusy, refusal } = useAnswer(answerOf(answered, "switch"), () => {});
  const isReady = isOn || missing.length === 0;
  return (
    <Step title={texts("switchTitle")} isDone={isOn} isOpen>
      <p>{texts(isOn ? "switchedOn" : "switchLead", { method })}</p>
      {more && <p className="text-soft">{more}</p>}
      {!isReady && <p className="text-soft">{texts("finishFirst", { parts: missing.map((part) => texts(part)).join(", ") })}</p>}
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      {isReady && (
        <Form method="post" action={`/admin/payment-methods/${name}`}>
          <StoredFields form="switch" fields={{ ...stored, isOn: !isOn }} />
          <Button type="submit" variant={isOn ? "secondary" : "primary"} isBusy={isBusy}>
            {texts(isOn ? "turnOff" : "turnOn", { method })}
          </Button>
        </Form>
      )}
    </Step>
  );
}
