import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { ShownRun } from "./migration-result.tsx";

const DIALOG = "import-old-shop";
const ADDRESS = "/admin/import-old-shop/runs";

/** The buttons for a preview and for the import. */
export function MigrationStart({ run }: { run: ShownRun | null }) {
  const texts = useTexts("adminMigration");
  const isPreviewed = run?.state === "done" && run.isPreview;
  return (
    <Sheet title={texts("previewThenImport")}>
      <p>{rich(texts, "previewThenImportHint", { strong: (words) => <strong>{words}</strong> })}</p>
      <div className="flex flex-wrap items-start gap-3">
        <Preview isFirst={!isPreviewed} />
        {isPreviewed && <Import />}
      </div>
    </Sheet>
  );
}

function Preview({ isFirst }: { isFirst: boolean }) {
  const texts = useTexts("adminMigration");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={ADDRESS} className="flex flex-col gap-3">
      <input type="hidden" name="what" value="preview" />
      <Button type="submit" icon="eye" variant={isFirst ? "primary" : "secondary"} isBusy={isBusy}>
        {texts(isFirst ? "showPreview" : "previewAgain")}
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}

function Import() {
  const texts = useTexts("adminMigration");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(DIALOG));
  return (
    <>
      <DialogButton dialog={DIALOG} icon="arrow">
        {texts("startImport")}
      </DialogButton>
      <Dialog id={DIALOG} title={texts("importQuestion")}>
        <p>{texts("importHint")}</p>
        <Form method="post" action={ADDRESS} className="flex flex-col gap-4">
          <input type="hidden" name="what" value="import" />
          {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("notYet")}</SafeButton>
            <Button type="submit" isBusy={isBusy}>
              {texts("importNow")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
