import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { Answered } from "../queue/manage-order.tsx";

const NOUN = "new-private-link";

/** Creates a private link for an order without one and shows it until the page is left. [S6.6] */
export function NewPrivateLink({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const texts = useTexts("adminOrder");
  const { Form, isBusy, answer, refusal } = useAnswer(answered?.noun === NOUN ? answered.answer : undefined, () => {});
  const url = urlIn(answer);
  if (order.hasPrivateLink) return url && <MadeLink url={url} />;
  return (
    <Form method="post" action={`/admin/orders/${order.requestCode}/${NOUN}`} className="flex flex-col items-start gap-3">
      <p className="text-sm text-soft">{texts(order.customer ? "linkForCustomer" : "linkForGuest")}</p>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant="secondary" icon="lock" isBusy={isBusy}>
        {texts("makeLink")}
      </Button>
    </Form>
  );
}

function MadeLink({ url }: { url: string }) {
  const texts = useTexts("adminOrder");
  return (
    <div className="flex flex-col items-start gap-3">
      <TextField
        label={texts("newLink")}
        hint={texts("newLinkHint")}
        readOnly
        value={url}
        className="w-full"
        translate="no"
        fieldClassName="code text-sm"
        onFocus={({ target }) => target.select()}
      />
      <CopyWhole text={url} label={texts("copyLink")} />
    </div>
  );
}

/** The link in the answer of this page's form. */
function urlIn(answer: Answer | undefined): string | null {
  const value: unknown = answer?.ok ? answer.value : null;
  return typeof value === "object" && value !== null && "url" in value ? String(value.url) : null;
}
