import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { CopyWhole } from "#web/parts/copyable.tsx";
import { type Answer, useAnswer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Answered } from "./request-manage.tsx";

const NOUN = "new-private-link";

/** Makes a private link to an order that has none, and shows it while the page is open. [S6.6] */
export function NewPrivateLink({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const { Form, isBusy, answer, refusal } = useAnswer(answered?.noun === NOUN ? answered.answer : undefined, () => {});
  const url = urlIn(answer);
  if (order.hasPrivateLink) return url && <MadeLink url={url} />;
  return (
    <Form method="post" action={`/admin/orders/${order.requestCode}/${NOUN}`} className="flex flex-col items-start gap-3">
      <p className="text-sm text-soft">
        {order.customer ? "Its customer sees it in the account. " : ""}A private link opens it on any device, to whoever has it.
      </p>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant="secondary" icon="lock" isBusy={isBusy}>
        Make a private link
      </Button>
    </Form>
  );
}

function MadeLink({ url }: { url: string }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <TextField
        label="The new private link"
        hint="Send it to the buyer now: it is not shown here again."
        readOnly
        value={url}
        className="w-full"
        fieldClassName="code text-sm"
        onFocus={({ target }) => target.select()}
      />
      <CopyWhole text={url} label="Copy the private link" />
    </div>
  );
}

/** The link that an answer of this page holds. */
function urlIn(answer: Answer | undefined): string | null {
  const value: unknown = answer?.ok ? answer.value : null;
  return typeof value === "object" && value !== null && "url" in value ? String(value.url) : null;
}
