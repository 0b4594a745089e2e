import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";

/** The button by which a buyer takes a claim back. [S15.4] */
export function WithdrawalForm({ action }: { action: string }) {
  const texts = useTexts("orderClaims");
  const form = useFormOfBuyer(action);
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={form} className="print:hidden">
      <Button type="submit" variant="quiet" isBusy={isBusy} className="px-0 text-sm">
        {texts("withdraw")}
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}
