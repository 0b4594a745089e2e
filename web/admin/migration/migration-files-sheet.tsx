import { useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import type { UploadKind, Uploads } from "#migration/uploads/uploads.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sizeText } from "#web/ui/size-text.ts";
import { useUiTexts } from "#web/ui/ui-texts.ts";
import { useStoredProgress } from "../frame/progress-store.ts";
import { FILES_ADDRESS } from "./send-files.ts";

type Key = KeyIn<"adminMigration">;

const fields = [
  { kind: "database", label: "databaseFile", hint: "databaseFileHint", accept: ".json,application/json" },
  { kind: "accounts", label: "accountsFile", hint: "accountsFileHint", accept: ".json,application/json" },
  { kind: "hashConfig", label: "hashConfigFile", hint: "hashConfigFileHint", accept: ".json,.txt,application/json,text/plain" },
  { kind: "proofs", label: "proofFiles", hint: "proofFilesHint", accept: "image/*" },
] as const satisfies { kind: UploadKind; label: Key; hint: Key; accept: string }[];

/** The old shop's files: those uploaded, and a form to add more. */
export function MigrationFiles({ uploads }: { uploads: Uploads }) {
  const texts = useTexts("adminMigration");
  const [sent, setSent] = useState(0);
  const { Form, isBusy, refusal } = useAnswer(undefined, () => setSent(sent + 1));
  const hasAny = Object.values(uploads).some(({ files }) => files > 0);
  return (
    <Sheet title={texts("files")} actions={hasAny && <Removal />}>
      <p className="text-soft">{texts("filesHint")}</p>
      <Form key={sent} method="post" action={FILES_ADDRESS} encType="multipart/form-data" className="flex flex-col gap-4">
        <div className="grid gap-4 lg:grid-cols-2">
          {fields.map(({ kind, label, hint, accept }) => (
            <div key={kind} className="flex min-w-0 flex-col items-start gap-2">
              <FileField
                label={texts(label)}
                hint={texts(hint)}
                name={kind}
                accept={accept}
                multiple={kind === "proofs"}
                className="w-full"
              />
              {uploads[kind].files > 0 && <Here {...uploads[kind]} isMany={kind === "proofs"} />}
            </div>
          ))}
        </div>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        {isBusy && <Sending />}
        <Button type="submit" icon="upload" variant={hasAny ? "secondary" : "primary"} isBusy={isBusy} className="sm:self-start">
          {texts("upload")}
        </Button>
      </Form>
    </Sheet>
  );
}

function Here({ files, bytes, isMany }: { files: number; bytes: number; isMany: boolean }) {
  const texts = useTexts("adminMigration");
  const size = sizeText(bytes, useUiTexts());
  return (
    <Badge tone="green" icon="done">
      {isMany ? texts("filesHere", { files, size }) : texts("fileHere", { size })}
    </Badge>
  );
}

function Sending() {
  const texts = useTexts("adminMigration");
  const uiTexts = useUiTexts();
  const progress = useStoredProgress(FILES_ADDRESS);
  if (!progress) return null;
  const { done, of } = progress;
  const note = texts("sendingFilesNote", { done: sizeText(done, uiTexts), of: sizeText(of, uiTexts) });
  return <ProgressBar label={texts("sendingFiles")} note={note} done={done} of={of} />;
}

function Removal() {
  const texts = useTexts("adminMigration");
  const { Form, isBusy } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`${FILES_ADDRESS}/removal`}>
      <Button type="submit" variant="quiet" icon="trash" isBusy={isBusy}>
        {texts("removeFiles")}
      </Button>
    </Form>
  );
}
