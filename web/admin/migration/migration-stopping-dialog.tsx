import type { MigrationRun } from "#migration/report/migration-report.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

const DIALOG = "stop-import";

/** Stops a running preview or import after a confirmation that explains the result. */
export function MigrationStopping({ run }: { run: MigrationRun }) {
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
            : "What its finished steps imported stays, and is on sale. Its current step is undone. Start it again to go on from there: nothing is imported twice."}
        </p>
        <Form method="post" action={`/admin/import-old-shop/runs/${run.id}/stopping`} className="flex flex-col gap-4">
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
