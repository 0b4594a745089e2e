import { useState } from "react";
import type { UploadKind, Uploads } from "#migration/uploads/uploads.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sizeText } from "#web/ui/size-text.ts";
import { useStoredProgress } from "../frame/progress-store.ts";
import { FILES_ADDRESS } from "./send-files.ts";

const fields: { kind: UploadKind; label: string; hint: string; accept: string }[] = [
  { kind: "database", label: "Database export", hint: "realtime-database-export.json", accept: ".json,application/json" },
  {
    kind: "accounts",
    label: "Accounts, if you want your customers to come along",
    hint: "accounts-export.json",
    accept: ".json,application/json",
  },
  {
    kind: "hashConfig",
    label: "How their passwords are hashed",
    hint: "accounts-hash-config.json: customers then log in with the password they have.",
    accept: ".json,.txt,application/json,text/plain",
  },
  { kind: "proofs", label: "Pictures of payment proofs", hint: "All files of the folder payment-proofs.", accept: "image/*" },
];

/** The old shop's files: those uploaded, and a form to add more. They are uploaded in chunks. */
export function MigrationFiles({ uploads }: { uploads: Uploads }) {
  const [sent, setSent] = useState(0);
  const { Form, isBusy, refusal } = useAnswer(undefined, () => setSent(sent + 1));
  const hasAny = Object.values(uploads).some(({ files }) => files > 0);
  return (
    <Sheet title="1. The files of the old shop" actions={hasAny && <Removal />}>
      <p className="text-soft">
        Each file may have 2 GB; import a larger one on the command line. The files are removed from the shop when the import is done, or
        three days after the last upload.
      </p>
      <Form key={sent} method="post" action={FILES_ADDRESS} encType="multipart/form-data" className="flex flex-col gap-4">
        <div className="grid gap-4 lg:grid-cols-2">
          {fields.map(({ kind, label, hint, accept }) => (
            <div key={kind} className="flex min-w-0 flex-col items-start gap-2">
              <FileField label={label} hint={hint} name={kind} accept={accept} multiple={kind === "proofs"} className="w-full" />
              {uploads[kind].files > 0 && <Here {...uploads[kind]} isMany={kind === "proofs"} />}
            </div>
          ))}
        </div>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        {isBusy && <Sending />}
        <Button type="submit" icon="upload" variant={hasAny ? "secondary" : "primary"} isBusy={isBusy} className="sm:self-start">
          Upload
        </Button>
      </Form>
    </Sheet>
  );
}

function Here({ files, bytes, isMany }: { files: number; bytes: number; isMany: boolean }) {
  return (
    <Badge tone="green" icon="done">
      {isMany ? `${files} here, ` : "Here, "}
      {sizeText(bytes)}
    </Badge>
  );
}

function Sending() {
  const progress = useStoredProgress(FILES_ADDRESS);
  if (!progress) return null;
  const { done, of } = progress;
  return <ProgressBar label="Sending the files" note={`${sizeText(done)} of ${sizeText(of)}. Keep this page open.`} done={done} of={of} />;
}

function Removal() {
  const { Form, isBusy } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action={`${FILES_ADDRESS}/removal`}>
      <Button type="submit" variant="quiet" icon="trash" isBusy={isBusy}>
        Remove the files
      </Button>
    </Form>
  );
}
