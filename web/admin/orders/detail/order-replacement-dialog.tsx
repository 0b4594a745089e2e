import { useEffect, useRef } from "react";
import { messages } from "#shop/messages.ts";
import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { SelectField, TextField } from "#web/ui/text-field.tsx";
import type { Answered } from "./request-manage.tsx";

/** The dialog's id. */
export const REPLACEMENT = "replace-id";

type Props = { order: OrderInDepth; dead: string; onDead: (id: string) => void; answered: Answered | undefined };

/**
 * Asks before a dead ID is replaced, naming it: by one of the stock, or by the one that is typed. A no stands in it, beside the field it is about.
 * Without script it opens as a part of the page when it was refused. [S2.9] [S4.5]
 */
export function OrderReplacementDialog({ order, dead, onDead, answered }: Props) {
  const typed = useRef<HTMLInputElement>(null);
  const { Form, isBusy, refusal } = useAnswer(answered?.noun === "replacement" ? answered.answer : undefined, () => {
    closeDialog(REPLACEMENT);
    if (typed.current) typed.current.value = "";
  });
  const field = refusal && "field" in refusal && refusal.field === "id" ? "id" : null;
  useEffect(() => {
    if (refusal) openDialog(REPLACEMENT);
  }, [refusal]);

  return (
    <>
      {refusal && (
        <div className="hidden [@media(scripting:none)]:block">
          <Alert kind="error">{refusal.sentence}</Alert>
        </div>
      )}
      <Dialog
        id={REPLACEMENT}
        title={
          <>
            Replace ID <span className="code break-all">{dead}</span>?
          </>
        }
      >
        <Form method="post" action={`/admin/orders/${order.requestCode}/replacement`} className="flex flex-col gap-4">
          <SelectField label="Dead ID" name="faulty" value={dead} onChange={({ target }) => onDead(target.value)} fieldClassName="code">
            {order.deliveredIds.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </SelectField>
          <p>
            It is set aside as faulty and never sold again. The buyer sees the new ID in its place at once.{" "}
            <strong>{order.available === 1 ? "1 ID of this product is free." : `${order.available} IDs of this product are free.`}</strong>
          </p>
          <TextField
            ref={typed}
            label="New ID (optional)"
            name="id"
            hint="Leave it empty to take one from the stock."
            error={field ? refusal?.sentence : null}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            fieldClassName="code"
          />
          {refusal && !field && <Alert kind="error">{refusal.sentence}</Alert>}
          {!refusal && order.available === 0 && <Alert kind="warning">{messages.noFreeIdLeft}</Alert>}
          <DialogActions>
            <SafeButton dialog={REPLACEMENT}>Keep it</SafeButton>
            <Button type="submit" variant="danger" icon="swap" isBusy={isBusy}>
              Replace ID
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
