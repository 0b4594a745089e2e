import type { ListedEmail } from "#shop/emails/reading/list-emails.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Button } from "#web/ui/button.tsx";

/** Sends a failed email again. */
export function EmailSending({ email: { id, subject } }: { email: ListedEmail }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`/admin/emails/${encodeURIComponent(id)}/sending`}>
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        Send again
        <span className="unseen"> the email “{subject}”</span>
      </Button>
      {refusal && (
        <p role="alert" className="text-sm text-red-ink">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
