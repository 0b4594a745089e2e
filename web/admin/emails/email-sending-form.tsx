import type { ListedLetter } from "#shop/orders/list-letters.server.ts";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Button } from "#web/ui/button.tsx";

/** Sends a letter again that was given up. */
export function LetterSending({ letter: { id, subject } }: { letter: ListedLetter }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`/admin/letters/${encodeURIComponent(id)}/sending`}>
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        Send again
        <span className="unseen"> the letter “{subject}”</span>
      </Button>
      {refusal && (
        <p role="alert" className="text-sm text-red-ink">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
