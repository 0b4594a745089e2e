import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { messages } from "#shop/messages.ts";
import { approve } from "#shop/orders/decisions/approve/approval.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { Refusal } from "#shop/refusal.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import type { RequestAnswer } from "../decision-answer.ts";
import { fieldOf } from "../decision-fields.ts";
import { linesOf, reservedText, rowsFor } from "./approval-ids.ts";
import { RequestFaultyWithoutScript, RequestTakenOut } from "./taken-out-ids.tsx";
import { useEarlyText } from "./use-early-text.ts";

type Props = { order: AdminOrder; answered: RequestAnswer | undefined; isOpen: boolean; onDone: () => void };

/**
 * Approves an order. The field contains the reserved IDs, so an ordinary order takes one more
 * click. An order whose payment failed verification asks for another confirmation. [S2.30] [S4.4]
 * [S4.9] [S5.4] [S5.5]
 */
export function RequestApprovalForm({ order, answered, isOpen, onDone }: Props) {
  const { Form, isBusy, refusal } = useAnswer(answered, onDone);
  const typed = answered?.typed;
  const formId = `approve-${order.requestCode}`;
  const [ids, setIds] = useEarlyText(formId, "ids", typed?.ids ?? reservedText(order));
  const [checked, setChecked] = useState<Refusal | null>(null);
  const idsField = useRef<HTMLTextAreaElement>(null);
  const dialog = `confirm-${order.requestCode}`;
  const isPending = order.status === "pending";
  const count = linesOf(ids).length;
  const ticked = typed?.faulty ?? [];

  const no = checked ?? refusal;
  const field = no && fieldOf(no);
  const isUnconfirmed = refusal?.code === "verificationFailedConfirm";
  const [sentIds, setSentIds] = useState(ids);
  // The confirmation covers only the IDs that were sent.
  const isUnusual = refusal?.code === "unusualIdsConfirm" && ids === sentIds;

  useLayoutEffect(() => {
    if (isOpen && !isTouch()) idsField.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (refusal && fieldOf(refusal) === "ids") idsField.current?.focus();
    if (refusal?.code === "verificationFailedConfirm") openDialog(dialog);
  }, [refusal, dialog]);

  function check(event: SubmitEvent<HTMLFormElement>) {
    const confirmed = /^(?:confirmed|idsConfirmed)$/.test(event.nativeEvent.submitter?.getAttribute("name") ?? "");
    setSentIds(ids);
    closeDialog(dialog);
    if (order.status !== "pending") return;
    const approval = approve(order, { ids: linesOf(ids), confirmed });
    setChecked(null);
    if (approval.ok) return;

    event.preventDefault();
    if (approval.code === "verificationFailedConfirm") return openDialog(dialog);
    setChecked(approval);
    if (fieldOf(approval) === "ids") idsField.current?.focus();
  }

  return (
    <Form
      id={formId}
      method="post"
      action={`/admin/orders/${order.requestCode}/approval`}
      onSubmit={check}
      noValidate
      aria-label={`Approve ${order.requestCode}`}
      className="flex flex-col gap-4"
    >
      <TextareaField
        ref={idsField}
        name="ids"
        label={order.quantity === 1 ? "ID to deliver" : "IDs to deliver, one per line"}
        hint={
          <span className={count === order.quantity ? "font-semibold text-green-ink" : "font-semibold text-amber-ink"}>
            {`${count}/${order.quantity}`}
          </span>
        }
        error={field === "ids" ? no?.sentence : null}
        rows={rowsFor(order.quantity)}
        value={ids}
        onChange={(event) => setIds(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        readOnly={!isPending}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        fieldClassName="code max-h-[60dvh] whitespace-pre overflow-x-auto"
      />
      {order.status === "pending" && <RequestTakenOut order={order} text={ids} ticked={ticked} />}
      {order.status === "pending" && <RequestFaultyWithoutScript order={order} ticked={ticked} />}
      <TextField
        name="downloadLink"
        label="Download link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        defaultValue={typed?.downloadLink}
        error={field === "downloadLink" ? no?.sentence : null}
        readOnly={!isPending}
        autoComplete="off"
      />
      {no && !field && !isUnconfirmed && no.code !== "unusualIdsConfirm" && <Alert kind="error">{no.sentence}</Alert>}
      {isPending && (
        <>
          {isUnconfirmed && (
            <Alert
              kind="warning"
              actions={
                <Button type="submit" variant="danger" name="confirmed" value="on" isBusy={isBusy}>
                  Approve all the same
                </Button>
              }
            >
              {messages.verificationFailedConfirm}
            </Alert>
          )}
          {isUnusual && (
            <Alert
              kind="warning"
              actions={
                <Button type="submit" variant="danger" name="idsConfirmed" value="on" isBusy={isBusy}>
                  Approve anyway
                </Button>
              }
            >
              <span translate="no">{refusal?.sentence}</span>
              {order.paymentVerified === false && <input type="hidden" name="confirmed" value="on" />}
            </Alert>
          )}
          <Button type="submit" icon="check" isBusy={isBusy} title="Ctrl+Enter" aria-keyshortcuts="Control+Enter" className="sm:self-start">
            Approve
          </Button>
          <Dialog id={dialog} title={messages.paymentVerificationFailed}>
            <p>{messages.verificationFailedConfirm}</p>
            <DialogActions>
              <SafeButton dialog={dialog}>Do not approve</SafeButton>
              <Button type="submit" variant="danger" name="confirmed" value="on">
                Approve all the same
              </Button>
            </DialogActions>
          </Dialog>
        </>
      )}
    </Form>
  );
}

/**
 * Whether the main pointer is a finger. Focusing a text field there opens a keyboard over half of
 * the screen, so do it only where typing comes next. Browser only. [S2.37]
 */
function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
