import type { ListedInvitation } from "#shop/accounts/people/list-people.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Props = { invitation: Omit<ListedInvitation, "rights"> & { rights: string[] } };

/** An invitation that still works, with a button to withdraw it. [S13.7] */
export function OpenInvitation({ invitation: { id, name, email, rights, expiresAt } }: Props) {
  const texts = useTexts("adminPeople");
  const dialog = `withdraw-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {email && <p className="text-sm wrap-anywhere text-soft">{email}</p>}
        <p className="text-sm">{rights.join(", ")}</p>
        <p className="text-sm text-soft">{rich(texts, "worksUntil", { time: () => <When at={expiresAt} /> })}</p>
      </div>
      <DialogButton dialog={dialog} variant="dangerQuiet" isBusy={isBusy}>
        {texts("withdraw")}
        <span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("withdrawTitle", { name })}</span>}>
        <p>{texts("withdrawLead")}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/people/invitations/${encodeURIComponent(id)}/withdrawal`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("withdraw")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </li>
  );
}
