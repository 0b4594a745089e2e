import { redirect } from "react-router";
import { backupCookie } from "#shop/backups/backup-cookie.ts";
import { BackupForm } from "#shop/backups/backup-form.ts";
import { allowBackupDownload } from "#shop/backups/download-backup.server.ts";
import { type Asked, runAction } from "#web/run-action.ts";
import type { Route } from "./+types/backup.ts";

export { default, loader, meta } from "./export.tsx";

/** Allows the download of a backup and goes to it: POST /admin/backup. [S12.8] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: BackupForm, failed: "failedToBackUp", goTo: toFile }, ({ services, auth, visitor, headers }, form) =>
    allowBackupDownload(services, auth, visitor, form, headers),
  );
}

function toFile(key: string, { origin }: Pick<Asked, "origin">) {
  const cookie = backupCookie(key, origin.startsWith("https:"));
  return redirect("/admin/backup/file", { status: 303, headers: { "Set-Cookie": cookie } });
}
