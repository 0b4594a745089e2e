import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ListedEmail } from "#shop/emails/reading/list-emails.server.ts";
import type { ShownEmail } from "#shop/emails/reading/show-email.server.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { unseen } from "#web/parts/text/unseen.tsx";
import type { Said } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, openDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { EmailText, subjectIn } from "./email-sheet.tsx";

/** The answer to showing an email or sending it again. */
export type EmailAnswer = Exclude<Answer, { ok: true }> | Extract<Said<ShownEmail | null>, { ok: true }>;

/**
 * Fetches a whole email, which is recorded in the audit log, and shows it in a dialog. Closing the
 * dialog removes it from the page.
 */
export function EmailShowing({ email: { id, subject, locale } }: { email: Pick<ListedEmail, "id" | "subject" | "locale"> }) {
  const texts = useTexts("adminEmails");
  const { Form, state, data } = useFetcher<EmailAnswer>();
  const [open, setOpen] = useState<EmailAnswer | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const dialog = `email-${id}`;
  const shown = open?.ok ? open.value : null;
  useEffect(() => {
    if (data && !data.ok) toast(data.sentence);
    setOpen(data);
  }, [data]);
  useEffect(() => {
    if (shown) openDialog(dialog);
  }, [shown, dialog]);

  // The button lost the focus while it was disabled.
  const close = () => {
    setOpen(undefined);
    button.current?.focus();
  };

  return (
    <>
      <Form method="post" action={`/admin/emails/${encodeURIComponent(id)}/showing`}>
        <Button ref={button} type="submit" variant="secondary" icon="eye" isBusy={state !== "idle"}>
          {rich(texts, "showEmail", { subject: subjectIn(locale, subject), unseen })}
        </Button>
      </Form>
      {shown && (
        <Dialog id={dialog} title={texts("theEmail")} isWide onClose={close}>
          <EmailText email={shown} />
        </Dialog>
      )}
    </>
  );
}
