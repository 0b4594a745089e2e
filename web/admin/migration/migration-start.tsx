import type { MigrationRun } from "#migration/report/migration-report.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const DIALOG = "import-old-shop";
const ADDRESS = "/admin/import-old-shop/runs";

/** The buttons for a preview and for the import. */
export function MigrationStart({ run }: { run: MigrationRun | null }) {
  const isPreviewed = run?.state === "done" && run.isPreview;
  return (
    <Sheet title="2. Preview, then import">
      <p>
        A preview counts everything and names every row with a warning; it writes nothing.{" "}
        <strong>Close the old shop before the import</strong>, and export once more: what is ordered there afterwards does not come along.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <Preview isFirst={!isPreviewed} />
        {isPreviewed && <Import />}
      </div>
    </Sheet>
  );
}

function Preview({ isFirst }: { isFirst: boolean }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={ADDRESS} className="flex flex-col gap-3">
      <input type="hidden" name="what" value="preview" />
      <Button type="submit" icon="eye" variant={isFirst ? "primary" : "secondary"} isBusy={isBusy}>
        {isFirst ? "Show a preview" : "Preview again"}
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}

function Import() {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(DIALOG));
  return (
    <>
      <DialogButton dialog={DIALOG} icon="arrow">
        Import
      </DialogButton>
      <Dialog id={DIALOG} title="Import the old shop?">
        <p>
          Is the old shop closed, so that nobody orders there any more? Products and IDs are on sale here as soon as they are imported. You
          can stop the import and start it again.
        </p>
        <Form method="post" action={ADDRESS} className="flex flex-col gap-4">
          <input type="hidden" name="what" value="import" />
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={DIALOG}>Not yet</SafeButton>
            <Button type="submit" isBusy={isBusy}>
              My old shop is closed, import now
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
