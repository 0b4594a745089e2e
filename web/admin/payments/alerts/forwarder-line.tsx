import type { ListedForwarder } from "#shop/payments/alerts/list-forwarders.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { agoText } from "#web/parts/text/time-text.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

/** A phone that passes on bank alerts, when it was last heard, and a button to revoke it. [S16.1] */
export function ForwarderLine({
  forwarder: { id, name, senders, accountDigits, heardAt },
  now,
}: {
  forwarder: ListedForwarder;
  now: Date;
}) {
  const [texts, partsTexts] = [useTexts("adminAlerts"), useTexts("parts")];
  const dialog = `revoke-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p translate="no" className="text-sm wrap-anywhere text-soft">
          {senders.join(", ")} · …{accountDigits}
        </p>
        <p className="text-sm">{heardAt ? texts("heard", { ago: agoText(heardAt, now, partsTexts) }) : texts("neverHeard")}</p>
      </div>
      <DialogButton dialog={dialog} variant="dangerQuiet" isBusy={isBusy}>
        {texts("revoke")}
        <span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("revokeTitle", { name })}</span>}>
        <p>{texts("revokeLead")}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/payment-methods/upi/alerts/phones/${encodeURIComponent(id)}/revocation`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("revoke")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </li>
  );
}
