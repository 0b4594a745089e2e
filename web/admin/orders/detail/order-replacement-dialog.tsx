import { useEffect, useRef, useState } from "react";
import { claimReasons } from "#shop/orders/claims/claim.ts";
import type { ApprovedInDepth } from "#shop/orders/reading/order-past.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { reasonTexts } from "#web/parts/order/claim-reasons.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import type { Answered } from "../queue/manage-order.tsx";

export const REPLACEMENT = "replace-id";

type Props = { order: ApprovedInDepth; ids: string[]; dead: string; onDead: (id: string) => void; answered: Answered | undefined };

/**
 * Opens a claim for a faulty ID and swaps it for one from stock or a typed one. A refusal is shown
 * in the dialog, beside its field. Without JavaScript the refused form is part of the page. [S2.9]
 * [S4.5]
 */
export function OrderReplacementDialog({ order, ids, dead, onDead, answered }: Props) {
  const [texts, claimTexts] = [useTexts("adminOrder"), useTexts("orderClaims")];
  const may = useMay();
  const typed = useRef<HTMLInputElement>(null);
  const { Form, isBusy, refusal } = useAnswer(answered?.noun === "replacement" ? answered.answer : undefined, () => {
    closeDialog(REPLACEMENT);
    if (typed.current) typed.current.value = "";
  });
  const [isEdited, setEdited] = useState(false);
  // The confirmation covers only the ID that was sent.
  const isUnusual = refusal?.code === "unusualIdsConfirm" && !isEdited;
  const isAboutId = fieldOf(refusal) === "id";
  useEffect(() => {
    if (refusal) openDialog(REPLACEMENT);
    setEdited(false);
  }, [refusal]);

  return (
    <>
      {refusal && (
        <div className="hidden noscript:block">
          <Alert kind="error">{refusal.sentence}</Alert>
        </div>
      )}
      <Dialog id={REPLACEMENT} title={rich(texts, "replaceIdAsk", { id: () => <Exact>{dead}</Exact> })}>
        <Form method="post" action={`/admin/orders/${order.requestCode}/replacement`} className="flex flex-col gap-4">
          <SelectField
            label={texts("deadId")}
            name="faulty"
            value={dead}
            onChange={({ target }) => onDead(target.value)}
            translate="no"
            fieldClassName="code"
          >
            {ids.map((id) => (
              <option key={id} value={id} translate="no" className="whitespace-pre">
                {id}
              </option>
            ))}
          </SelectField>
          <SelectField label={claimTexts("reason")} name="reason">
            {claimReasons.map((reason) => (
              <option key={reason} value={reason}>
                {claimTexts(reasonTexts[reason])}
              </option>
            ))}
          </SelectField>
          <p>
            {texts("replacementMeans")} <strong>{texts("freeIds", { n: order.available })}</strong>
          </p>
          {may("see-ids") && (
            <TextField
              ref={typed}
              label={texts("newId")}
              name="id"
              hint={texts("newIdHint")}
              error={isAboutId && !(refusal?.code === "unusualIdsConfirm" && isEdited) ? refusal?.sentence : null}
              onChange={() => setEdited(true)}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              translate="no"
              fieldClassName="code"
            />
          )}
          {refusal && !isAboutId && <Alert kind="error">{refusal.sentence}</Alert>}
          {!refusal && order.available === 0 && <Alert kind="warning">{texts("noFreeIdLeft")}</Alert>}
          <DialogActions>
            <SafeButton dialog={REPLACEMENT}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" icon="swap" isBusy={isBusy} {...(isUnusual && { name: "idsConfirmed", value: "on" })}>
              {texts(isUnusual ? "replaceAnyway" : "replaceId")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
