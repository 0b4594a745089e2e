import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { APPROVALS_AT_ONCE_MAX, REASON_MAX_LENGTH } from "#shop/orders/constants.ts";
import { undoOfDecisions } from "#web/admin/frame/browser-settings.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ReasonChips } from "../rejection/reason-chips.tsx";
import { AT_ONCE, useHeldOrders } from "../undo/undo.tsx";
import type { SeveralDecided } from "./decide-chosen.ts";

/** What is decided about all chosen orders. */
export type Decision = "approve" | "reject" | "markPaid";

/** The outcome: the orders that were not decided, and the sentence of what broke in between. */
export type Decided = { decision: Decision; failed: SeveralDecided["failed"]; broken: string | null };

type Props = { decision: Decision; codes: string[]; ids: number; onDone: (decided: Decided) => void; onClose: () => void };

const DIALOG = "decide-several";
const actions = { approve: "/admin/orders/approvals", reject: "/admin/orders/rejections", markPaid: "/admin/orders/payments" };

/**
 * Confirms a decision about several orders, and sends it in steps of `APPROVALS_AT_ONCE_MAX`. One
 * step alone is held back for *Undo*, so an approval does not ask. [S12.5] [S12.6]
 */
export function BulkDialog({ decision, codes, ids, onDone, onClose }: Props) {
  const texts = useTexts("adminQueue");
  const { submit, data } = useFetcher<Said<SeveralDecided> | NetworkFailure>();
  const [sent, setSent] = useState(0);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const held = useHeldOrders();
  const chosen = useRef(codes.filter((code) => !held.has(code)));
  const failed = useRef<SeveralDecided["failed"]>([]);
  const reason = useRef<HTMLTextAreaElement>(null);
  const n = chosen.current.length;
  const word = { approve: "approveSoMany", reject: "rejectSoMany", markPaid: "markSoManyPaid" } as const;
  const isHeld = sent > 0 && chosen.current.some((code) => held.has(code));
  const begin = useEffectEvent(() => {
    if (n === 0) return finish({ decision, failed: [], broken: null });
    if (decision === "approve" && 0 < n && n <= APPROVALS_AT_ONCE_MAX && undoOfDecisions.read()) sendFrom(0);
    else openDialog(DIALOG);
  });
  useEffect(() => begin(), []);

  function sendFrom(from: number) {
    const body = new FormData();
    for (const code of chosen.current.slice(from, from + APPROVALS_AT_ONCE_MAX)) body.append("codes", code);
    if (decision === "reject") body.set("reason", reason.current?.value ?? "");
    if (n > APPROVALS_AT_ONCE_MAX) body.set(AT_ONCE, "on");
    body.set("doneBefore", String(from - failed.current.length));
    setSent(from + APPROVALS_AT_ONCE_MAX);
    void submit(body, { method: "post", action: actions[decision] });
  }

  const take = useEffectEvent((answer: Said<SeveralDecided> | NetworkFailure) => {
    if (answer.ok) failed.current.push(...answer.value.failed);
    if (answer.ok && sent < n) return sendFrom(sent);
    finish({ decision, failed: failed.current, broken: answer.ok ? null : (answer.sentence ?? null) });
  });
  useEffect(() => {
    if (data) take(data);
  }, [data]);
  const finish = useEffectEvent((decided: Decided) => {
    closeDialog(DIALOG);
    onDone(decided);
    onClose();
  });
  useEffect(() => {
    if (isHeld) finish({ decision, failed: [], broken: null });
  }, [isHeld, decision]);

  function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sent > 0) return;
    if (decision !== "reject" || reason.current?.value.trim()) return sendFrom(0);
    setReasonMissing(true);
    reason.current?.focus();
  }

  return (
    <Dialog id={DIALOG} title={texts(word[decision], { n })} onClose={onClose}>
      <form method="dialog" onSubmit={confirm} noValidate className="flex flex-col gap-4">
        {decision === "approve" && <p>{texts("approveOrdersAsk", { orders: n, ids })}</p>}
        {decision === "markPaid" && <p>{texts("markPaidAsk")}</p>}
        {decision === "reject" && sent === 0 && <ReasonChips field={reason} onChosen={() => setReasonMissing(false)} />}
        {decision === "reject" && (
          <TextareaField
            ref={reason}
            name="reason"
            label={texts("rejectionReason")}
            hint={texts("reasonHint")}
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            error={isReasonMissing ? texts("reasonRequired") : null}
            readOnly={sent > 0}
          />
        )}
        {sent > 0 && n > APPROVALS_AT_ONCE_MAX && (
          <ProgressBar label={texts(word[decision], { n })} note={texts("keepPageOpen")} done={sent - APPROVALS_AT_ONCE_MAX} of={n} />
        )}
        <DialogActions>
          <SafeButton dialog={DIALOG}>{texts("doNotApprove")}</SafeButton>
          <Button type="submit" variant={decision === "reject" ? "danger" : "primary"} icon="check" isBusy={sent > 0}>
            {texts(word[decision], { n })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
