import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { CopyFact } from "./order-details.tsx";
import { NewPrivateLink } from "./order-new-private-link-form.tsx";

const REVOCATION = "revoke-link";

/** The buyer with contact details, and the private link with its actions. [S6.6] */
export function OrderBuyer({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const { customer, email, userId, hasPrivateLink } = order;
  return (
    <Sheet title="Buyer">
      <Facts
        rows={[
          ["Account", customer ? <CopyFact key="account" text={customer.email} name="e-mail address" /> : "Guest"],
          customer?.isDisabled === true && ["State", "Disabled"],
          userId !== null && ["User ID", <CopyFact key="user" text={userId} name="user ID" />],
          email !== null && ["E-mail given", <CopyFact key="email" text={email} name="e-mail address" />],
          ["Private link", hasPrivateLink ? "Works" : "None"],
        ]}
      />
      <NewPrivateLink order={order} answered={answered} />
      {hasPrivateLink && <Revocation requestCode={order.requestCode} />}
      {answered?.noun === "private-link" && !answered.answer.ok && <Alert kind="error">{answered.answer.sentence}</Alert>}
    </Sheet>
  );
}

function Revocation({ requestCode }: { requestCode: string }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(REVOCATION));
  return (
    <>
      <DialogButton dialog={REVOCATION} variant="dangerQuiet" icon="lock" className="self-start">
        Revoke the private link
      </DialogButton>
      <Dialog id={REVOCATION} title={`Revoke the private link of ${requestCode}?`}>
        <p>It stops working for good, and every browser that it opened is shut out. The browser that placed the order keeps it.</p>
        <Form method="post" action={`/admin/orders/${requestCode}/private-link`} className="flex flex-col gap-4">
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={REVOCATION}>Keep the link</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              Revoke the link
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
