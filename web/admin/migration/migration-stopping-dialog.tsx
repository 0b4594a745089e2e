import type { MovingRun } from "#shop/moving-in/moving-report.server.ts";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

const DIALOG = "stop-moving";

/** Stops a preview or an import that is under way, after a question that says what becomes of it. */
export function MovingInStopping({ run }: { run: MovingRun }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(DIALOG));
  const name = run.isPreview ? "preview" : "import";
  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="close" className="sm:self-start">
        {`Stop the ${name}`}
      </DialogButton>
      <Dialog id={DIALOG} title={`Stop the ${name}?`}>
        <p>
          {run.isPreview
            ? "Nothing has been written. You can start it again whenever you like."
            : "What its finished steps brought in stays, and is on sale. The step that it is at is undone. Started again, it goes on where it was, and nothing comes in twice."}
        </p>
        <Form method="post" action={`/admin/moving-in/runs/${run.id}/stopping`} className="flex flex-col gap-4">
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={DIALOG}>Let it go on</SafeButton>
            <Button type="submit" variant="danger" icon="close" isBusy={isBusy}>
              Stop
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
