import { type SubmitEvent, useEffect, useEffectEvent } from "react";
import { useFetcher, useLocation } from "react-router";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { closeDialog, Dialog, DialogActions, DialogButton, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import type { Chosen } from "./chosen-orders.ts";
import type { SeveralApproved } from "./order-approvals.ts";

/** The `id` of the form that the checkboxes of the queue belong to. */
export const APPROVALS_FORM = "approvals";
const ACTION = "/admin/orders/approvals";
const DIALOG = "approve-several";
const mutations = ["admin/orders/approval/order-approvals"];

type Answer = Said<SeveralApproved> | NetworkFailure;
type Props = { choosable: AdminOrder[]; chosen: Chosen; onDone: () => void };

/**
 * Approves the chosen orders after a confirmation with the number of orders and IDs, and lists
 * those that were not approved with the reason. Without JavaScript there is no confirmation. [S4.1]
 */
export function RequestApprovalsBar({ choosable, chosen, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const { Form, state, data } = useFetcher<Answer>();
  const { pathname } = useLocation();
  const posted = usePosted<Answer>();
  const answer = data ?? (pathname === ACTION ? posted : undefined);
  const getReady = useReadyForms(mutations);
  const orders = choosable.filter(({ requestCode }) => chosen.codes.includes(requestCode));
  const ids = orders.reduce((sum, { quantity }) => sum + quantity, 0);
  const isBusy = state !== "idle";

  const take = useEffectEvent((answer: Answer) => {
    if (!answer.ok) return;
    chosen.chooseAll(false);
    onDone();
  });
  useEffect(() => {
    if (data) take(data);
  }, [data]);

  function ask(event: SubmitEvent<HTMLFormElement>) {
    if (event.nativeEvent.submitter?.getAttribute("name") === "asked") return closeDialog(DIALOG);
    event.preventDefault();
    if (orders.length > 0) openDialog(DIALOG);
  }

  return (
    <>
      <Form
        id={APPROVALS_FORM}
        method="post"
        action={ACTION}
        onSubmit={ask}
        onFocus={getReady}
        aria-label={texts("approveSeveral")}
        className={classNames("approvals-bar panel", orders.length > 0 && "approvals-bar-chosen", choosable.length === 0 && "hidden")}
      >
        <label className="scripted flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={orders.length === choosable.length && orders.length > 0}
            onChange={(event) => chosen.chooseAll(event.target.checked)}
            className="checkbox"
          />
          {texts("allOrdinaryShown", { n: choosable.length })}
        </label>
        <DialogButton
          dialog={DIALOG}
          variant="secondary"
          icon="check"
          isBusy={isBusy}
          disabled={orders.length === 0}
          className="scripted max-sm:w-full"
        >
          {orders.length === 0 ? texts("approveOrders") : texts("approveSoMany", { n: orders.length })}
        </DialogButton>
        <noscript>
          <Button type="submit" variant="secondary" icon="check">
            {texts("approveChosen")}
          </Button>
        </noscript>
        <Dialog id={DIALOG} title={texts("approveSoMany", { n: orders.length })}>
          <p>{texts("approveOrdersAsk", { orders: orders.length, ids })}</p>
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("doNotApprove")}</SafeButton>
            <Button type="submit" name="asked" value="on" icon="check">
              {texts("approveSoMany", { n: orders.length })}
            </Button>
          </DialogActions>
        </Dialog>
      </Form>
      {answer && !isBusy && <Outcome answer={answer} isPlain={!data} />}
    </>
  );
}

function Outcome({ answer, isPlain }: { answer: Answer; isPlain: boolean }) {
  const texts = useTexts("adminQueue");
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  const { failed } = answer.value;
  return (
    <>
      {isPlain && answer.sentence && <Alert kind="success">{answer.sentence}</Alert>}
      {failed.length > 0 && (
        <Alert kind="error">
          {texts("ordersNotApproved", { n: failed.length })}
          <ul className="mt-1 list-disc ps-5">
            {failed.map(({ requestCode, sentence }) => (
              <li key={requestCode}>
                <span translate="no" className="code">
                  {requestCode}
                </span>
                : {sentence}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
