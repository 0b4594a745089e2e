import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import type { ShownRun } from "./migration-result.tsx";

const DIALOG = "stop-import";

/** Stops a running preview or import after a confirmation that explains the result. */
export function MigrationStopping({ run }: { run: ShownRun }) {
  const texts = useTexts("adminMigration");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(DIALOG));
  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="close" className="sm:self-start">
        {texts(run.isPreview ? "stopPreview" : "stopImport")}
      </DialogButton>
      <Dialog id={DIALOG} title={texts(run.isPreview ? "stopPreviewQuestion" : "stopImportQuestion")}>
        <p>{texts(run.isPreview ? "stopPreviewHint" : "stopImportHint")}</p>
        <Form method="post" action={`/admin/import-old-shop/runs/${run.id}/stopping`} className="flex flex-col gap-4">
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("letItGoOn")}</SafeButton>
            <Button type="submit" variant="danger" icon="close" isBusy={isBusy}>
              {texts("stop")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
