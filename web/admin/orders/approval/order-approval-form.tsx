import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Texts } from "#messages/texts.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { approve } from "#shop/orders/decisions/approve/approval.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { isTyping, useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import { fieldOf, unlessElsewhere } from "../decision-fields.ts";
import { useTypedTexts } from "../typed-texts.ts";
import { linesOf, reservedText, rowsFor } from "./approval-ids.ts";
import { PaymentToReview } from "./payment-to-review.tsx";
import { FaultyIdsWithoutScript, TakenOutIds } from "./taken-out-ids.tsx";
import { useEarlyText } from "./use-early-text.ts";

const LINK_START = "https://";
const APPROVE_KEYS = "Control+Enter";

type Props = { order: AdminOrder; answered: DecisionAnswer | undefined; isOpen: boolean; onDone: () => void };

/**
 * Approves an order. The field contains the reserved IDs, so an ordinary order takes one more
 * click, and without the right to see IDs they stay as they are. An order whose payment failed verification asks for another confirmation. [S2.30] [S4.4]
 * [S4.9] [S5.4] [S5.5]
 */
export function OrderApprovalForm({ order, answered, isOpen, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const mayTypeIds = useMay()("see-ids");
  const { Form, isBusy, refusal } = useAnswer(answered, onDone);
  const typed = answered?.typed;
  const formId = `approve-${order.requestCode}`;
  const { typedBefore, keepTyped } = useTypedTexts(formId);
  const [ids, setIds] = useEarlyText(formId, "ids", typed?.ids ?? typedBefore("ids") ?? reservedText(order));
  const [checked, setChecked] = useState<Unfit | null>(null);
  const idsField = useRef<HTMLTextAreaElement>(null);
  const dialog = `confirm-${order.requestCode}`;
  const isPending = order.status === "pending";
  const count = linesOf(ids).length;
  const ticked = typed?.faulty ?? [];

  const code = checked ?? refusal?.code;
  const sentence = checked ? unfitText(checked, order.quantity, texts) : refusal?.sentence;
  const field = checked ? fieldOf({ code: checked }) : refusal && fieldOf(refusal);
  const isUnconfirmed = refusal?.code === "verificationFailedConfirm";
  const [sentIds, setSentIds] = useState(ids);
  // The confirmation covers only the IDs that were sent.
  const isRecalled = refusal?.code === "recalledIdsConfirm" && ids === sentIds;
  const isUnusual = refusal?.code === "unusualIdsConfirm" && ids === sentIds;

  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isOpen && !isTouch() && !(isFirst.current && isTyping())) idsField.current?.focus();
    isFirst.current = false;
  }, [isOpen]);
  useFocusOnRefusal(refusal && fieldOf(refusal) === "ids" && refusal, () => unlessElsewhere(idsField.current));
  useEffect(() => {
    if (refusal?.code === "verificationFailedConfirm") openDialog(dialog);
  }, [refusal, dialog]);

  function check(event: SubmitEvent<HTMLFormElement>) {
    if (isBusy) return event.preventDefault();
    const confirmed = /^(?:confirmed|idsConfirmed|recalledConfirmed)$/.test(event.nativeEvent.submitter?.getAttribute("name") ?? "");
    setSentIds(ids);
    closeDialog(dialog);
    if (order.status !== "pending") return;
    const approval = approve(order, { ids: linesOf(ids), confirmed });
    setChecked(null);
    if (approval.ok) return;

    event.preventDefault();
    if (approval.code === "verificationFailedConfirm") return openDialog(dialog);
    setChecked(approval.code);
    if (fieldOf(approval) === "ids") idsField.current?.focus();
  }

  return (
    <Form
      id={formId}
      method="post"
      action={`/admin/orders/${order.requestCode}/approval`}
      onInput={keepTyped}
      onSubmit={check}
      noValidate
      aria-label={texts("approveOrder", { code: order.requestCode })}
      className="flex flex-col gap-4"
    >
      <PaymentToReview order={order} />
      <TextareaField
        ref={idsField}
        name="ids"
        label={texts("idsToDeliver", { n: order.quantity })}
        hint={
          <span className={count === order.quantity ? "font-semibold text-green-ink" : "font-semibold text-amber-ink"}>
            {`${count}/${order.quantity}`}
          </span>
        }
        error={field === "ids" ? sentence : null}
        rows={rowsFor(order.quantity)}
        value={ids}
        onChange={(event) => setIds(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        readOnly={!isPending || !mayTypeIds}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        fieldClassName="code max-h-[60dvh] whitespace-pre overflow-x-auto"
      />
      {order.status === "pending" && <TakenOutIds order={order} text={ids} ticked={ticked} />}
      {order.status === "pending" && mayTypeIds && <FaultyIdsWithoutScript order={order} ticked={ticked} />}
      <TextField
        name="downloadLink"
        label={texts("downloadLink")}
        type="url"
        inputMode="url"
        placeholder={LINK_START}
        defaultValue={typed?.downloadLink ?? typedBefore("downloadLink")}
        error={field === "downloadLink" ? sentence : null}
        readOnly={!isPending}
        autoComplete="off"
      />
      {sentence && !field && !isUnconfirmed && code !== "unusualIdsConfirm" && code !== "recalledIdsConfirm" && (
        <Alert kind="error">{sentence}</Alert>
      )}
      {isPending && (
        <>
          {isUnconfirmed && (
            <Alert
              kind="warning"
              actions={
                <Button type="submit" variant="danger" name="confirmed" value="on" isBusy={isBusy}>
                  {texts("approveAllTheSame")}
                </Button>
              }
            >
              {texts("verificationFailedConfirm")}
            </Alert>
          )}
          {isUnusual && (
            <Alert
              kind="warning"
              actions={
                <Button type="submit" variant="danger" name="idsConfirmed" value="on" isBusy={isBusy}>
                  {texts("approveAnyway")}
                </Button>
              }
            >
              <span translate="no">{refusal?.sentence}</span>
              {order.paymentVerified === false && <input type="hidden" name="confirmed" value="on" />}
              {recalledIn(order) > 0 && <input type="hidden" name="recalledConfirmed" value="on" />}
            </Alert>
          )}
          {isRecalled && (
            <Alert
              kind="warning"
              actions={
                <Button type="submit" variant="danger" name="recalledConfirmed" value="on" isBusy={isBusy}>
                  {texts("approveAnyway")}
                </Button>
              }
            >
              <span>{refusal?.sentence}</span>
              {order.paymentVerified === false && <input type="hidden" name="confirmed" value="on" />}
            </Alert>
          )}
          <Button
            type="submit"
            icon="check"
            isBusy={isBusy}
            title={texts("keysToApprove")}
            aria-keyshortcuts={APPROVE_KEYS}
            className="sm:self-start"
          >
            {texts("approve")}
          </Button>
          <Dialog id={dialog} title={texts("paymentVerificationFailed")}>
            <p>{texts("verificationFailedConfirm")}</p>
            <DialogActions>
              <SafeButton dialog={dialog}>{texts("doNotApprove")}</SafeButton>
              <Button type="submit" variant="danger" name="confirmed" value="on">
                {texts("approveAllTheSame")}
              </Button>
            </DialogActions>
          </Dialog>
        </>
      )}
    </Form>
  );
}

/** Why the form cannot be sent as it is. */
type Unfit = "exactlyNIds" | "idTooLong" | "proofRequired" | "orderNotOrdinary";

function unfitText(why: Unfit, quantity: number, texts: Texts<"adminQueue">): string {
  switch (why) {
    case "exactlyNIds":
      return texts("exactlyNIds", { n: quantity });
    case "idTooLong":
      return texts("idTooLong", { n: ID_MAX_LENGTH });
    case "proofRequired":
      return texts("proofRequired");
    case "orderNotOrdinary":
      return texts("orderNotOrdinary");
  }
}

/**
 * Whether the main pointer is a finger. Focusing a text field there opens a keyboard over half of
 * the screen, so do it only where typing comes next. Browser only. [S2.37]
 */
function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
