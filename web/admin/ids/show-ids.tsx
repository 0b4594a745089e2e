import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/**
 * Shows the IDs of the page at `action`, of which a helper has read the last characters so far, and
 * says that it is recorded. [S13.6]
 */
export function ShowIds({ action }: { action: string }) {
  const texts = useTexts("adminFrame");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`${action}/shown-ids`} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button type="submit" variant="secondary" icon="eye" isBusy={isBusy}>
        {texts("showIds")}
      </Button>
      <span className="text-sm text-soft">{texts("showIdsHint")}</span>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}
