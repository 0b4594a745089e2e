import type { ListedEmail } from "#shop/emails/reading/list-emails.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { unseen } from "#web/parts/text/unseen.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { subjectIn } from "./email-sheet.tsx";

/** Sends a failed email again. */
export function EmailSending({ email: { id, subject, locale } }: { email: Pick<ListedEmail, "id" | "subject" | "locale"> }) {
  const texts = useTexts("adminEmails");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`/admin/emails/${encodeURIComponent(id)}/sending`}>
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        {rich(texts, "sendAgain", { subject: subjectIn(locale, subject), unseen })}
      </Button>
      {refusal && (
        <p role="alert" className="text-sm text-red-ink">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
