import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { WholeCode } from "#web/parts/text/whole-code.tsx";
import { rich, useTexts } from "#web/texts.tsx";
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
  const texts = useTexts("adminOrder");
  const may = useMay();
  const { customer, email, userId, hasPrivateLink } = order;
  return (
    <Sheet title={texts("buyer")}>
      <Facts
        rows={[
          [texts("account"), customer ? <CopyFact key="account" text={customer.email} name={texts("nameOfEmail")} /> : texts("guest")],
          customer?.isDisabled === true && [texts("state"), texts("disabled")],
          userId !== null && [texts("userId"), <CopyFact key="user" text={userId} name={texts("nameOfUserId")} />],
          email !== null && [texts("emailGiven"), <CopyFact key="email" text={email} name={texts("nameOfEmail")} />],
          [texts("privateLink"), texts(hasPrivateLink ? "linkWorks" : "noLink")],
        ]}
      />
      {may("see-ids") && <NewPrivateLink order={order} answered={answered} />}
      {hasPrivateLink && may("answer-buyers") && <Revocation requestCode={order.requestCode} />}
      {answered?.noun === "private-link" && !answered.answer.ok && <Alert kind="error">{answered.answer.sentence}</Alert>}
    </Sheet>
  );
}

function Revocation({ requestCode }: { requestCode: string }) {
  const texts = useTexts("adminOrder");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(REVOCATION));
  return (
    <>
      <DialogButton dialog={REVOCATION} variant="dangerQuiet" icon="lock" className="self-start">
        {texts("revokeLink")}
      </DialogButton>
      <Dialog id={REVOCATION} title={rich(texts, "revokeLinkAsk", { code: () => <WholeCode code={requestCode} /> })}>
        <p>{texts("revokingMeans")}</p>
        <Form method="post" action={`/admin/orders/${requestCode}/private-link`} className="flex flex-col gap-4">
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={REVOCATION}>{texts("keepLink")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("revoke")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
